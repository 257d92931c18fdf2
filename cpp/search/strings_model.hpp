// Strings-and-Coins as the search sees it: positions without captures, moves that differ, keys.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "images.hpp"
#include "loose.hpp"
#include "relabel.hpp"
#include "search.hpp"
#include "strings.hpp"

namespace perfectplay {

class StringsModel {
public:
    struct Position {
        Strings core;  // without the loose chains and loops
        Loose loose;
        int coins = 0;  // left
    };
    struct Move {
        Position after;
        Effect effect;
        unsigned name;  // a string, or kFirstLoose + the kind of a loose chain or loop
    };
    static constexpr unsigned kFirstLoose = 64;

    // The strings are numbered in the order in which moves are tried.
    StringsModel(StringGraph graph, std::vector<std::vector<unsigned>> symmetries,
                 const Techniques& use)
        : use_(use),
          graph_(std::move(graph)),
          images_(static_cast<unsigned>(graph_.end.size()),
                  use.symmetries ? std::move(symmetries) : std::vector<std::vector<unsigned>>{}),
          before_(graph_.end.size(), 0) {
        if (use.relabel && Relabel::is_for(graph_)) relabel_.emplace(graph_);
        for (std::size_t s = 0; s < graph_.end.size(); ++s) {
            for (std::size_t t = 0; t < s; ++t) {
                const auto &a = graph_.end[s], &b = graph_.end[t];
                if (a == b || (a[0] == b[1] && a[1] == b[0])) before_[s] |= Mask{1} << t;
            }
        }
    }

    // The captures that the player to move finds, and the position after them. Alike strings are cut from
    // the lowest on.
    Position start(Mask strings, Captures& captures) const {
        Position position;
        position.core = Strings(graph_, lowest_first(strings));
        Mask ones = 0;
        for (int coin = 0; coin < static_cast<int>(graph_.incident.size()); ++coin) {
            const int degree = graph_.degree(coin, strings);
            position.coins += degree > 0;
            if (degree == 1) ones |= bit_of(coin);
        }
        Mask touched = 0;
        captures = position.core.capture(graph_, ones, touched);
        position.coins -= captures.coins;
        settle(position, position.core.twos);
        return position;
    }

    // Whether the value is known without looking further: no coins, or an endgame of loose chains and
    // loops that are all long, with an even number of coins in each loop, if its controlled value is two
    // or more. Whoever has to open there loses by it (Berlekamp, The Dots and Boxes Game, chapter 8;
    // Buzzard and Ciere, Playing simple loony dots-and-boxes endgames optimally, Integers 14, 2014).
    bool over(const Position& position) const {
        if (position.coins == 0) return true;
        return use_.endgames && !position.core.left && position.loose.is_long() &&
               position.loose.controlled_value() >= 2;
    }
    int final_value(const Position& position) const {
        return position.coins == 0 ? 0 : -position.loose.controlled_value();
    }
    int most(const Position& position) const { return position.coins; }

    // `symmetry` says how the position became the one in the key.
    Key key(const Position& position, std::uint64_t& symmetry) const {
        if (relabel_) {
            const Relabel::Image image = relabel_->image(position.core.left);
            symmetry = image.numbers;
            return {image.pairs, position.loose.code()};
        }
        return key_of(images_.least(position.core.left), position, symmetry);
    }
    // The key of a position near the one around which this is.
    using Around = Images::Around;
    Around around(const Position& position) const {
        return relabel_ ? Around{} : images_.around(position.core.left);
    }
    Key key(const Position& position, const Around& around, std::uint64_t& symmetry) const {
        if (relabel_) return key(position, symmetry);
        return key_of(images_.least(position.core.left, around), position, symmetry);
    }
    // Whether a key is found so fast that those of all positions two moves away are worth looking up.
    bool has_quick_keys() const { return !relabel_; }

    unsigned to_canonical(std::uint64_t symmetry, unsigned name) const {
        if (name >= kFirstLoose) return name;
        return relabel_ ? relabel_->forward(symmetry, name) : images_.forward(symmetry, name);
    }
    unsigned from_canonical(std::uint64_t symmetry, unsigned name) const {
        if (name >= kFirstLoose) return name;
        return relabel_ ? relabel_->back(symmetry, name) : images_.back(symmetry, name);
    }

    // The moves that differ, but for those that cannot reach b: `best` becomes at least what they are
    // worth at most. Safe moves come first, then openings, cheap ones first.
    unsigned moves(const Position& position, int b, Move* moves, int& best) const {
        Openings openings(b, best);
        Mask unsafe = 0;
        for (Mask left = position.core.twos; left;) {
            const Strings::Chain chain = position.core.chain_at(graph_, std::countr_zero(left));
            left &= ~chain.coins;
            unsafe |= chain.strings;
            const bool pair = chain.length == 2 && !chain.loop;
            openings.add(use_, least_price(position, chain),
                         pair ? chain.middle
                              : static_cast<unsigned>(std::countr_zero(chain.strings)));
        }
        add_loose(position, openings);

        unsigned count = 0;
        for (Mask safe = position.core.left & ~unsafe; safe; safe &= safe - 1) {
            const auto string = static_cast<unsigned>(std::countr_zero(safe));
            if (before_[string] & position.core.left) continue;  // alike
            cut(position, string, moves[count++]);
        }
        for (unsigned k = 0; k < openings.count; ++k) {
            const unsigned name = openings.list[k].name;
            if (name < kFirstLoose) cut(position, name, moves[count++]);
            else open_loose(position, name - kFirstLoose, moves[count++]);
        }
        best = openings.best;
        return count;
    }

private:
    static Key key_of(const Images::Image& image, const Position& position, std::uint64_t& symmetry) {
        symmetry = image.symmetry;
        return {image.mask, position.loose.code()};
    }

    void cut(const Position& position, unsigned string, Move& move) const {
        move.name = string;
        move.after = position;
        Mask touched = 0;
        const Captures given = move.after.core.cut(graph_, string, touched);
        move.after.coins -= given.coins;
        move.effect = effect_of(given);
        settle(move.after, touched);
    }

    // Whoever is given this chain makes at least so many more coins than the other. Where it is not
    // alone, at least one coin more may have to be taken, and four left.
    static int least_price(const Position& position, const Strings::Chain& chain) {
        if (chain.length < (chain.loop ? 4 : 3)) return -position.coins;
        return chain.length - (chain.loop ? 4 : chain.alone ? 2 : 3);
    }

    static Effect effect_of(const Captures& given) {
        return {-given.coins, given.left, given.left ? Effect::Kind::leave : Effect::Kind::pass};
    }

    // The openings of a position, cheap ones first; those too expensive to reach b only count for `best`.
    struct Openings {
        struct One {
            int price;
            unsigned name;
        };
        int b;
        int best;
        std::array<One, kMostMoves> list;  // as far as counted
        unsigned count = 0;

        Openings(int bound, int best_so_far) : b(bound), best(best_so_far) {}
        void add(const Techniques& use, int price, unsigned name) {
            if (use.prices && -price < b) {
                best = std::max(best, -price);
                return;
            }
            unsigned k = count++;
            for (; k > 0 && list[k - 1].price > price; --k) list[k] = list[k - 1];
            list[k] = {price, name};
        }
    };

    // Of the short loose ones only the shortest need be opened, and so with long chains and with loops: a
    // position's value changes by at most one with the length of one (by induction over its moves).
    void add_loose(const Position& position, Openings& openings) const {
        constexpr std::array<unsigned, 4> borders = {0, Loose::kFirstChain, Loose::kFirstLoop,
                                                     Loose::kKinds};
        if (!position.loose.code()) return;
        for (unsigned group = 0; group < 3; ++group) {
            for (unsigned kind = borders[group]; kind < borders[group + 1]; ++kind) {
                if (!position.loose.count(kind)) continue;
                const int left = Loose::left_of(kind);
                openings.add(use_, left ? Loose::kLength[kind] - left : -position.coins,
                             kFirstLoose + kind);
                if (use_.shortest) break;
            }
        }
    }
    static void open_loose(const Position& position, unsigned kind, Move& move) {
        const Captures given{Loose::kLength[kind], Loose::left_of(kind)};
        move.name = kFirstLoose + kind;
        move.after = position;
        move.after.loose.remove(kind);
        move.after.coins -= given.coins;
        move.effect = effect_of(given);
    }

    // Moves the chains and loops of these coins that are loose now from the strings to the counts.
    void settle(Position& position, Mask touched) const {
        for (Mask left = touched & position.core.twos; left;) {
            if (!position.core.may_be_alone(graph_, std::countr_zero(left))) {
                left &= left - 1;
                continue;
            }
            const Strings::Chain chain = position.core.chain_at(graph_, std::countr_zero(left));
            left &= ~chain.coins;
            if (!chain.alone || !use_.loose) continue;
            const unsigned kind = Loose::kind_of(chain.length, chain.loop);
            if (use_.pairs && kind < Loose::kFirstChain && position.loose.count(kind)) {  // two of them cancel
                position.loose.remove(kind);
                position.coins -= 2 * chain.length;
            } else if (!position.loose.add(kind)) {
                continue;
            }
            position.core.left &= ~chain.strings;
            position.core.twos &= ~chain.coins;
        }
    }

    // The same position with alike strings cut from the lowest on.
    Mask lowest_first(Mask strings) const {
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t s = 0; s < before_.size(); ++s) {
                const Mask lower = before_[s] & strings;
                if (strings >> s & 1 || !lower) continue;
                strings ^= (lower & -lower) | Mask{1} << s;
                changed = true;
            }
        }
        return strings;
    }

    Techniques use_;
    StringGraph graph_;
    Images images_;
    std::optional<Relabel> relabel_;  // in place of the images, where it can be
    std::vector<Mask> before_;  // for each string, the alike ones with lower numbers
};

}  // namespace perfectplay
