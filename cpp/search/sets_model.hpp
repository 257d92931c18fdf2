// Any game of items and a score as the search sees it: no theory, only alike items and symmetries.
//
// The search maximises, so points count as sign_of(objective) says, and the value of a position is
// negated where the fewest points win.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "../rules.hpp"
#include "../scores.hpp"
#include "images.hpp"
#include "search.hpp"

namespace perfectplay {

// What a score has to keep of a position beside the free items, and the gain of an item.
class RegionsScore {
public:
    struct State {};
    RegionsScore(unsigned items, const Regions& regions) : of_(items) {
        for (std::size_t k = 0; k < regions.masks.size(); ++k) {
            for (Mask left = regions.masks[k]; left; left &= left - 1) {
                of_[static_cast<std::size_t>(std::countr_zero(left))].push_back(
                    {regions.masks[k], regions.weights[k]});
            }
        }
    }
    State start(Mask) const { return {}; }
    int take(State&, Mask free, unsigned item) const {
        int gain = 0;
        for (const Part& part : of_[item]) {
            if ((part.mask & free) == Mask{1} << item) gain += part.weight;
        }
        return gain;
    }

private:
    struct Part {
        Mask mask;
        std::int32_t weight;
    };
    std::vector<std::vector<Part>> of_;  // for each item, the regions it is in
};

// `kColours` is room for the colours of the game.
template <std::size_t kColours>
class GemsScore {
public:
    using State = std::array<std::uint32_t, kColours>;  // gems in the cooker
    GemsScore(unsigned, const Gems& gems)
        : melt_(static_cast<std::uint32_t>(gems.melt)), colours_(gems.cooker.size()) {
        std::copy(gems.cooker.begin(), gems.cooker.end(), cooker_.begin());
        for (const auto& bag : gems.bags) {
            bags_.emplace_back();
            std::copy(bag.begin(), bag.end(), bags_.back().begin());
        }
    }
    State start(Mask free) const {
        State cooker = cooker_;
        for (std::size_t item = 0; item < bags_.size(); ++item) {
            if (!(free >> item & 1)) take(cooker, free, static_cast<unsigned>(item));
        }
        return cooker;
    }
    int take(State& cooker, Mask, unsigned item) const {
        std::uint32_t gain = 0;
        for (std::size_t c = 0; c < colours_; ++c) {
            const std::uint32_t gems = cooker[c] + bags_[item][c];
            gain += gems / melt_;
            cooker[c] = gems % melt_;
        }
        return static_cast<int>(gain);
    }

private:
    std::uint32_t melt_;
    std::size_t colours_;
    State cooker_{};
    std::vector<State> bags_;
};

class FunctionScore {
public:
    struct State {};
    FunctionScore(unsigned items, Function function)
        : all_((Mask{1} << items) - 1), points_(std::move(function.points)) {}
    State start(Mask) const { return {}; }
    int take(State&, Mask free, unsigned item) const {
        const Mask taken = all_ & ~free;
        return points_[taken | Mask{1} << item] - points_[taken];
    }

private:
    Mask all_;
    std::vector<std::int16_t> points_;
};

template <class Score>
class SetsModel {
public:
    struct Position {
        Mask free = 0;
        int rest = 0;  // points left
        typename Score::State state;
    };
    struct Move {
        Position after;
        Effect effect;
        unsigned name;  // the item
    };

    // The items are numbered in the order in which moves are tried; exchanging those of a class changes
    // nothing. `total` is what all items make together.
    SetsModel(unsigned items, Score score, int total, Rules rules, const std::vector<Mask>& classes,
              std::vector<std::vector<unsigned>> symmetries)
        : items_(items),
          score_(std::move(score)),
          total_(total),
          rules_(rules),
          images_(items, std::move(symmetries)),
          before_(items, 0) {
        for (const Mask c : classes) {
            for (Mask left = c; left; left &= left - 1) {
                before_[static_cast<std::size_t>(std::countr_zero(left))] = c & ((left & -left) - 1);
            }
        }
    }

    // The position with these items free, alike ones taken from the lowest on.
    Position start(Mask free) const {
        Position position;
        position.free = lowest_first(free);
        position.state = score_.start(position.free);
        position.rest = total_;
        auto state = score_.start(all());
        Mask left = all();
        for (unsigned item = 0; item < items_; ++item) {
            if (position.free >> item & 1) continue;
            position.rest -= score_.take(state, left, item);
            left &= ~(Mask{1} << item);
        }
        return position;
    }

    bool over(const Position& position) const {
        return position.free == 0 ||
               (rules_.objective == Objective::last && rules_.turn == Turn::alternate);
    }
    // Where turns alternate, whoever moves last is known from the start.
    int final_value(const Position& position) const {
        if (rules_.objective != Objective::last) return 0;
        return std::popcount(position.free) % 2 ? 1 : -1;
    }
    int most(const Position& position) const {
        return rules_.objective == Objective::last ? 1 : position.rest;
    }
    Key key(const Position& position, std::uint64_t& symmetry) const {
        return key_of(images_.least(position.free), symmetry);
    }
    // The key of a position near the one around which this is.
    using Around = Images::Around;
    Around around(const Position& position) const { return images_.around(position.free); }
    Key key(const Position& position, const Around& around, std::uint64_t& symmetry) const {
        return key_of(images_.least(position.free, around), symmetry);
    }
    bool has_quick_keys() const { return true; }
    unsigned to_canonical(std::uint64_t symmetry, unsigned name) const { return images_.forward(symmetry, name); }
    unsigned from_canonical(std::uint64_t symmetry, unsigned name) const { return images_.back(symmetry, name); }

    // Moves that differ: those that keep the turn first, large gains before small ones.
    unsigned moves(const Position& position, int, Move* moves, int&) const {
        unsigned count = 0, keeping = 0;
        for (Mask left = position.free; left; left &= left - 1) {
            const auto item = static_cast<unsigned>(std::countr_zero(left));
            if (before_[item] & position.free) continue;
            Move& move = moves[count++];
            move.after = position;
            move.after.free &= ~(Mask{1} << item);
            const int gain = score_.take(move.after.state, position.free, item);
            move.after.rest -= gain;
            const bool keeps = rules_.turn == Turn::bonus && gain > 0;
            move.effect = {gain * sign_of(rules_.objective), 0,
                           keeps ? Effect::Kind::keep : Effect::Kind::pass};
            move.name = item;
            if (!keeps) continue;
            unsigned k = keeping++;
            while (k > 0 && moves[k - 1].effect.gain < move.effect.gain) --k;
            std::rotate(moves + k, moves + count - 1, moves + count);
        }
        return count;
    }

private:
    static Key key_of(const Images::Image& image, std::uint64_t& symmetry) {
        symmetry = image.symmetry;
        return {image.mask, 0};
    }

    Mask all() const { return items_ == 64 ? ~Mask{0} : (Mask{1} << items_) - 1; }

    Mask lowest_first(Mask free) const {
        Mask moved = 0;
        for (unsigned item = 0; item < items_; ++item) {
            if (free >> item & 1) continue;
            const Mask lower = before_[item] & ~moved;  // the lowest of its class not used yet
            moved |= lower ? lower & -lower : Mask{1} << item;
        }
        return all() & ~moved;
    }

    unsigned items_;
    Score score_;
    int total_;
    Rules rules_;
    Images images_;
    std::vector<Mask> before_;  // for each item, the alike ones with lower numbers
};

}  // namespace perfectplay
