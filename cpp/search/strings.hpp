// Strings-and-Coins: the graph, positions where no coin can be captured, and what follows a move.
//
// This is the theory of chains for the game where most coins win, each coin counts one, and whoever
// captures moves again. A coin with one string left can be captured. Where some can, the player to move
// takes them all, or all but the last of a chain (Berlekamp, The Dots and Boxes Game, 2000; Berlekamp,
// Conway and Guy, Winning Ways, chapter 16; as a search technique: Barker and Korf, AAAI 2012). With c
// coins to be captured, v the value of the rest for the player to move in it,
//
//     c + v            if nothing can be left so that the other player has to take it and move on,
//     c - L + |v + L|  otherwise, where L = 2 coins are left at the end of a chain that is open at one
//                      end, or else L = 4 in a chain of at least four that is open at both ends.
//
// So the search only looks at positions without captures, and a move leads from one to another:
//
//     value of the move = -(c + v) or -(c - L + |v + L|)
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "../lanes.hpp"

namespace perfectplay {

inline constexpr int kGround = -1;

// What the player to move can capture, and how much of it can be left to pass the turn on.
struct Captures {
    int coins = 0;
    int left = 0;  // 0, 2 or 4
};

struct StringGraph {
    // `end_of[s]` are the two coins of string s, or kGround. At most 64 strings.
    explicit StringGraph(std::vector<std::array<int, 2>> ends, unsigned coins)
        : end(std::move(ends)), incident(coins, 0) {
        for (std::size_t s = 0; s < end.size(); ++s) {
            for (const int coin : end[s]) {
                if (coin != kGround) incident[static_cast<std::size_t>(coin)] |= Mask{1} << s;
            }
        }
    }

    int other_end(unsigned string, int coin) const {
        return end[string][0] == coin ? end[string][1] : end[string][0];
    }
    Mask at(int coin, Mask strings) const { return strings & incident[static_cast<std::size_t>(coin)]; }
    int degree(int coin, Mask strings) const { return std::popcount(at(coin, strings)); }

    std::vector<std::array<int, 2>> end;
    std::vector<Mask> incident;  // for each coin
};

inline constexpr Mask bit_of(int k) { return Mask{1} << k; }

// The strings left, and which coins have two of them.
struct Strings {
    Mask left = 0;
    Mask twos = 0;

    Strings() = default;
    Strings(const StringGraph& graph, Mask strings) : left(strings) {
        for (int coin = 0; coin < static_cast<int>(graph.incident.size()); ++coin) {
            if (graph.degree(coin, strings) == 2) twos |= bit_of(coin);
        }
    }

    // Captures everything, starting from these coins, each with one string left. `touched` gets the
    // coins that have two strings now and had more.
    Captures capture(const StringGraph& graph, Mask ones, Mask& touched) {
        Captures all;
        Mask exits = 0;  // coins where a chain of two or more ended
        bool ends_open = false, both_open = false;
        while (ones) {
            int coin = std::countr_zero(ones);
            ones &= ones - 1;
            int length = 0;
            for (;;) {
                const auto string = static_cast<unsigned>(std::countr_zero(graph.at(coin, left)));
                left &= ~bit_of(static_cast<int>(string));
                ++length;
                const int next = graph.other_end(string, coin);
                if (next == kGround) {
                    if (length >= 2) ends_open = true;
                    break;
                }
                const int degree = graph.degree(next, left);
                if (degree == 0) {  // captured by the same string
                    ++length;
                    ones &= ~bit_of(next);
                    if (length >= 4) both_open = true;
                    break;
                }
                if (degree == 1) {
                    twos &= ~bit_of(next);
                    touched &= ~bit_of(next);
                    // a chain that had ended here goes on, and has four coins by now at least
                    if (exits & bit_of(next)) both_open = true;
                    coin = next;
                    continue;
                }
                if (degree == 2) {
                    twos |= bit_of(next);
                    touched |= bit_of(next);
                }
                if (length >= 2) exits |= bit_of(next);
                break;
            }
            all.coins += length;
        }
        for (; exits; exits &= exits - 1) {
            if (graph.at(std::countr_zero(exits), left)) ends_open = true;
            else both_open = true;
        }
        all.left = ends_open ? 2 : both_open ? 4 : 0;
        return all;
    }

    // Cuts a string where no coin has one left, and captures whatever the next player can.
    Captures cut(const StringGraph& graph, unsigned string, Mask& touched) {
        left &= ~bit_of(static_cast<int>(string));
        Mask ones = 0;
        for (const int coin : graph.end[string]) {
            if (coin == kGround) continue;
            const int degree = graph.degree(coin, left);
            if (degree == 1) {
                ones |= bit_of(coin);
                twos &= ~bit_of(coin);
            } else if (degree == 2) {
                twos |= bit_of(coin);
                touched |= bit_of(coin);
            }
        }
        return ones ? capture(graph, ones, touched) : Captures{};
    }

    // A longest path through coins with two strings.
    struct Chain {
        Mask coins = 0;
        Mask strings = 0;
        int length = 0;
        bool loop = false;
        bool alone = false;    // a loop, or from ground to ground
        unsigned middle = 0;   // of two coins that are no loop: the string between them
    };
    // False only if the chain of this coin, which has two strings, hangs on a coin that has more.
    bool may_be_alone(const StringGraph& graph, int coin) const {
        for (Mask both = graph.at(coin, left); both; both &= both - 1) {
            const int next = graph.other_end(static_cast<unsigned>(std::countr_zero(both)), coin);
            if (next != kGround && !(twos & bit_of(next))) return false;
        }
        return true;
    }
    Chain chain_at(const StringGraph& graph, int start) const {
        Chain chain;
        chain.coins = bit_of(start);
        chain.strings = graph.at(start, left);
        chain.length = 1;
        chain.alone = true;
        const auto first = static_cast<unsigned>(std::countr_zero(chain.strings));
        const auto last = static_cast<unsigned>(63 - std::countl_zero(chain.strings));
        for (const unsigned from : {first, last}) {
            unsigned string = from;
            int coin = start;
            for (;;) {
                const int next = graph.other_end(string, coin);
                if (next == kGround) break;
                if (!(twos & bit_of(next))) {
                    chain.alone = false;
                    break;
                }
                if (next == start) {
                    chain.loop = true;
                    return chain;
                }
                chain.middle = string;
                chain.coins |= bit_of(next);
                const Mask both = graph.at(next, left);
                chain.strings |= both;
                ++chain.length;
                string = static_cast<unsigned>(
                    std::countr_zero(both & ~bit_of(static_cast<int>(string))));
                coin = next;
            }
        }
        return chain;
    }
};

}  // namespace perfectplay
