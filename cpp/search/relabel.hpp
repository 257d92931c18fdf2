// Positions of small graphs without ground, up to the numbering of the coins.
//
// A graph like the complete one has far too many symmetries to list, and far fewer positions that differ:
// 274,668 graphs of 9 coins for 2^36 positions. So the coins are numbered anew by what they are joined to.
// A position then is a set of pairs of the new numbers,
//
//     01 02 12 03 13 23 04 ...      pair of u < v at bit v (v - 1) / 2 + u, at most 55 for 11 coins
//
// and the same set for all positions that differ in the numbers only, but for rare ones that have coins
// that look alike and are not: these may get several sets, each of which is right.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "strings.hpp"

namespace perfectplay {

class Relabel {
public:
    static constexpr unsigned kMostCoins = 11;

    static bool is_for(const StringGraph& graph) {
        const std::size_t coins = graph.incident.size();
        if (coins > kMostCoins) return false;
        std::vector<bool> joined(coins * coins);
        for (const auto& [a, b] : graph.end) {
            if (a == kGround || b == kGround) return false;
            const auto pair = static_cast<std::size_t>(std::max(a, b)) * coins +
                              static_cast<std::size_t>(std::min(a, b));
            if (joined[pair]) return false;
            joined[pair] = true;
        }
        return true;
    }

    explicit Relabel(const StringGraph& graph)
        : coins_(static_cast<unsigned>(graph.incident.size())), end_(graph.end) {
        string_of_.fill(kNone);
        for (std::size_t s = 0; s < end_.size(); ++s) {
            string_of_[pair_of(static_cast<unsigned>(end_[s][0]), static_cast<unsigned>(end_[s][1]))] =
                static_cast<std::uint8_t>(s);
        }
    }

    struct Image {
        Mask pairs;
        std::uint64_t numbers;  // of the coins, 4 bits each
    };
    Image image(Mask strings) const {
        std::array<std::uint32_t, kMostCoins> joined{};
        for (Mask left = strings; left; left &= left - 1) {
            const auto [a, b] = end_[static_cast<std::size_t>(std::countr_zero(left))];
            joined[static_cast<std::size_t>(a)] |= 1U << b;
            joined[static_cast<std::size_t>(b)] |= 1U << a;
        }
        std::array<std::uint64_t, kMostCoins> colour;
        for (unsigned c = 0; c < coins_; ++c) {
            colour[c] = static_cast<std::uint64_t>(std::popcount(joined[c])) + 1;
        }
        std::array<std::uint8_t, kMostCoins> order;
        for (unsigned c = 0; c < coins_; ++c) order[c] = static_cast<std::uint8_t>(c);
        for (;;) {
            refine(joined, colour);
            for (unsigned k = 1; k < coins_; ++k) {
                for (unsigned j = k; j > 0 && colour[order[j]] < colour[order[j - 1]]; --j) {
                    std::swap(order[j], order[j - 1]);
                }
            }
            unsigned k = 1;
            while (k < coins_ && (colour[order[k]] != colour[order[k - 1]] || !joined[order[k]])) ++k;
            if (k >= coins_) break;
            colour[order[k]] ^= kChosen;  // one of several that look alike
        }
        Image image{0, 0};
        std::array<unsigned, kMostCoins> number;
        for (unsigned k = 0; k < coins_; ++k) {
            number[order[k]] = k;
            image.numbers |= std::uint64_t{k} << (4 * order[k]);
        }
        for (Mask left = strings; left; left &= left - 1) {
            const auto [a, b] = end_[static_cast<std::size_t>(std::countr_zero(left))];
            image.pairs |= Mask{1} << pair_of(number[static_cast<std::size_t>(a)],
                                              number[static_cast<std::size_t>(b)]);
        }
        return image;
    }

    // From strings to pairs and back, under the numbers of an image.
    unsigned forward(std::uint64_t numbers, unsigned string) const {
        const auto number = [&](int coin) { return static_cast<unsigned>(numbers >> (4 * coin) & 15); };
        return pair_of(number(end_[string][0]), number(end_[string][1]));
    }
    unsigned back(std::uint64_t numbers, unsigned pair) const {
        unsigned high = 1;
        while (high * (high + 1) / 2 <= pair) ++high;
        const unsigned low = pair - high * (high - 1) / 2;
        unsigned a = 0, b = 0;
        for (unsigned c = 0; c < coins_; ++c) {
            if ((numbers >> (4 * c) & 15) == high) a = c;
            if ((numbers >> (4 * c) & 15) == low) b = c;
        }
        return string_of_[pair_of(a, b)];
    }

private:
    static constexpr std::uint8_t kNone = 255;
    static constexpr std::uint64_t kChosen = 0x9E3779B97F4A7C15ULL;

    static unsigned pair_of(unsigned a, unsigned b) {
        const unsigned high = std::max(a, b), low = std::min(a, b);
        return high * (high - 1) / 2 + low;
    }
    static std::uint64_t mix(std::uint64_t h) {
        h *= 0xD6E8FEB86659FD93ULL;
        h ^= h >> 32;
        return h * 0xD6E8FEB86659FD93ULL;
    }
    // A coin's colour becomes one of its own and those of the coins it is joined to, and so three times.
    void refine(const std::array<std::uint32_t, kMostCoins>& joined,
                std::array<std::uint64_t, kMostCoins>& colour) const {
        for (unsigned round = 0; round < 3; ++round) {
            std::array<std::uint64_t, kMostCoins> mixed{};
            for (unsigned c = 0; c < coins_; ++c) mixed[c] = mix(colour[c]);
            for (unsigned c = 0; c < coins_; ++c) {
                std::uint64_t sum = mix(mixed[c]);
                for (std::uint32_t left = joined[c]; left; left &= left - 1) {
                    sum += mixed[static_cast<std::size_t>(std::countr_zero(left))];
                }
                colour[c] = sum;
            }
        }
    }

    unsigned coins_;
    std::vector<std::array<int, 2>> end_;
    std::array<std::uint8_t, kMostCoins*(kMostCoins - 1) / 2 + 1> string_of_{};
};

}  // namespace perfectplay
