// Nimbers: which nim-heap a position equals when the last move wins and completing keeps the turn.
//
//     no completing move     the least number that no option has, loony options aside
//     completing moves       x, if all of them lead to the same x and no other move does; else loony
//
// A loony position is won by who is to move, whatever else is on the table. Where every item is taken
// the nimber is 0. A table holds them as numbers, kLoony (see kernel.hpp) for loony ones; there are at
// most as many options as items, so others are at most kMaxItems.
//
// Source: Berlekamp, Conway and Guy, Winning Ways for your Mathematical Plays, chapter 16.
//
// Here is the recurrence position by position; the kernels in nimber_kernels.hpp do 64 positions at once
// while no nimber is kLargeNimber or more.
#pragma once

#include <bit>

#include "kernel.hpp"

namespace perfectplay {

static_assert(kMaxItems < 63);  // nimbers are elements of a set of 64

// What the moves of a position lead to.
class NimberOptions {
public:
    template <class Value>
    void add(bool completing, Value child) {
        if (completing) {
            loony_ |= any_ && child != only_;
            any_ = true;
            only_ = child;
        } else if (child != kLoony) {
            passed_ |= Mask{1} << child;
        }
    }
    int nimber() const {
        if (!any_) return std::countr_one(passed_);
        if (loony_ || only_ == kLoony || (passed_ >> only_ & 1)) return kLoony;
        return only_;
    }

private:
    Mask passed_ = 0;  // the nimbers of moves that complete nothing
    bool any_ = false;  // is there a move that completes something?
    bool loony_ = false;  // and do two such moves differ?
    int only_ = 0;  // the nimber of the last one
};

template <class Value>
void nimbers_one_by_one(const RegionBlock<Value>& block) {
    for (Mask taken = Mask{1} << kBlockBits; taken-- > 0;) {
        const std::size_t cell = cell_of(taken);
        const std::size_t row = cell / kLanes;
        const auto lane = static_cast<unsigned>(cell % kLanes);
        NimberOptions options;
        const auto add = [&](const Tactic<Value>& tactic, std::ptrdiff_t step) {
            const bool completing = tactic.scores[row] >> lane & 1;
            if (!completing && !(tactic.passes[row] >> lane & 1)) return;  // taken already
            options.add(completing, block.own[static_cast<std::ptrdiff_t>(cell) + step]);
        };
        for (unsigned i = 0; i < block.plain_count; ++i) options.add(false, block.plain[i][cell]);
        for (const auto* move = block.passing; move < block.passing + block.passing_count; ++move) {
            add(*move->tactic, move->step);
        }
        for (const auto* move = block.scoring; move < block.scoring + block.scoring_count; ++move) {
            add(*move->tactic, move->step);
        }
        for (unsigned k = 0; k < kNearItems; ++k) {
            const std::size_t child = cell_of(taken | Mask{1} << k);
            add(*block.near[k], static_cast<std::ptrdiff_t>(child) - static_cast<std::ptrdiff_t>(cell));
        }
        block.own[cell] = static_cast<Value>(options.nimber());
    }
}

template <class Value>
void nimbers_one_by_one(const FunctionBlock<Value>& block) {
    for (Mask taken = Mask{1} << kBlockBits; taken-- > 0;) {
        const std::size_t cell = cell_of(taken);
        const Value points = block.own_points[cell];
        NimberOptions options;
        for (unsigned i = 0; i < block.child_count; ++i) {
            options.add(block.child_points[i][cell] != points, block.child[i][cell]);
        }
        for (unsigned item = 0; item < kBlockBits; ++item) {
            if (taken >> item & 1) continue;
            const std::size_t child = cell_of(taken | Mask{1} << item);
            options.add(block.own_points[child] != points, block.own[child]);
        }
        block.own[cell] = static_cast<Value>(options.nimber());
    }
}

}  // namespace perfectplay
