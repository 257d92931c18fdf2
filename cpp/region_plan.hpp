// Which moves of a block score, and where: what the region kernels need to know of each block.
#pragma once

#include <algorithm>
#include <vector>

#include "kernel.hpp"
#include "layout.hpp"
#include "scores.hpp"

namespace perfectplay {

// A move completes a region where the region's other items are taken. Of those, the block items
// decide once for the whole block which regions of the move are *open* to it, and the in-block items
// say in which lanes. A *tactic* is a move with a set of open regions: where it passes, where it
// scores and what. The tactics of items in few regions are made once, others for each block.
template <class Value>
class RegionPlan {
    struct Need {
        Mask block_items;  // of the region's other items
        LaneRows lanes;    // where the in-block ones are taken
        Value points;
    };
    struct Tactic {
        LaneRows passes{};
        LaneRows scores{};
        std::vector<Value> points;  // a row for all rows, or all cells of the block
        std::size_t step = 0;       // between rows
    };

public:
    // `sign` multiplies the weights: 1, -1 or 0 as points are wanted, shunned or ignored.
    // The regions are in places of the layout.
    RegionPlan(const Layout& layout, const Regions& regions, int sign, int final_value)
        : layout_(layout),
          items_(layout.places()),
          final_value_(static_cast<Value>(final_value)),
          needs_(items_),
          relevant_(items_),
          tactics_(items_) {
        for (std::size_t k = 0; k < regions.masks.size(); ++k) {
            for (Mask left = regions.masks[k]; left; left &= left - 1) {
                const auto item = static_cast<std::size_t>(std::countr_zero(left));
                const Mask others = regions.masks[k] & ~(left & -left);
                needs_[item].push_back({others >> kBlockBits, lanes_with(others & kInBlock),
                                        static_cast<Value>(sign * regions.weights[k])});
                relevant_[item] |= others >> kBlockBits;
            }
        }
        for (unsigned item = 0; item < items_; ++item) {
            if (needs_[item].size() > kMostPrepared) continue;
            tactics_[item].resize(std::size_t{1} << needs_[item].size());
            for (Mask open = 1; open < tactics_[item].size(); ++open) {
                std::vector<const Need*> needs;
                for (std::size_t k = 0; k < needs_[item].size(); ++k) {
                    if (open >> k & 1) needs.push_back(&needs_[item][k]);
                }
                make(tactics_[item][open], item, needs);
            }
        }
    }

    // What one thread needs to plan one block after the other.
    struct Planned {
        RegionBlock<Value> block;
        Mask taken = 0;
        std::vector<const Tactic*> tactic;  // of each item in this block, null where it is plain
        std::vector<Tactic> made;           // of the items in many regions
    };

    // Plans the block with this number; cheap when few items have changed since the last one.
    void plan(Planned& planned, Value* table, std::size_t number) const {
        const Mask taken = layout_.block_taken(number);
        const bool fresh = planned.tactic.empty();
        planned.tactic.resize(items_);
        const Mask changed = fresh ? ~Mask{0} : taken ^ planned.taken;
        planned.taken = taken;
        RegionBlock<Value>& block = planned.block;
        block.own = table + number * kBlockCells;
        block.last = number + 1 == layout_.blocks();
        block.final_value = final_value_;
        block.plain_count = block.passing_count = block.scoring_count = 0;
        block.near_scores = block.prefetch_count = 0;
        for (unsigned item = 0; item < items_; ++item) {
            if (fresh || (relevant_[item] & changed)) find(planned, item);
            const Tactic* const tactic = planned.tactic[item];
            if (item < kNearItems) {
                block.near_passes[item] =
                    tactic ? tactic->passes.data() : kItemFree.lanes[item];
                if (tactic) {
                    block.near_scoring[item] = scoring(*tactic, nullptr);
                    block.near_scores |= 1U << item;
                }
                continue;
            }
            const Value* child = block.own - (std::ptrdiff_t{kLanes} << (item - kLaneBits));
            if (item >= kBlockBits) {
                if (!layout_.may_take(taken, item - kBlockBits)) continue;
                child = block.own + layout_.step(item - kBlockBits) * kBlockCells;
            }
            if (tactic) {
                block.scoring[block.scoring_count++] = scoring(*tactic, child);
            } else if (item < kBlockBits) {
                block.passing[block.passing_count++] = {child, kItemFree.lanes[item]};
            } else {
                block.plain[block.plain_count++] = child;
            }
        }
    }

    // Lets the kernel of `now` fetch what `next` will read from beyond the nearest caches.
    void prefetch(Planned& now, const Planned& next) const {
        RegionBlock<Value>& block = now.block;
        const auto add = [&](const Value* child) {
            if (child - next.block.own >= kFarCells) block.prefetch[block.prefetch_count++] = child;
        };
        for (unsigned i = 0; i < next.block.plain_count; ++i) add(next.block.plain[i]);
        for (unsigned i = 0; i < next.block.scoring_count; ++i) add(next.block.scoring[i].child);
    }

private:
    static constexpr Mask kInBlock = (Mask{1} << kBlockBits) - 1;
    static constexpr std::ptrdiff_t kFarCells = std::ptrdiff_t{64} * kBlockCells;
    static constexpr std::size_t kMostPrepared = 4;  // regions of an item: 16 sets of them

    static ScoringMove<Value> scoring(const Tactic& tactic, const Value* child) {
        return {child, tactic.passes.data(), tactic.scores.data(), tactic.points.data(),
                tactic.step};
    }

    // Makes the tactic of an item from its open regions.
    void make(Tactic& tactic, unsigned item, const std::vector<const Need*>& needs) const {
        tactic.scores.fill(0);
        for (const Need* need : needs) {
            for (unsigned r = 0; r < kRows; ++r) tactic.scores[r] |= need->lanes[r];
        }
        for (unsigned r = 0; r < kRows; ++r) {
            const LaneSet legal = item < kBlockBits ? kItemFree.lanes[item][r] : ~LaneSet{0};
            tactic.passes[r] = legal & ~tactic.scores[r];
            tactic.scores[r] &= legal;
        }
        tactic.step = needs.size() > 1;
        tactic.points.assign(tactic.step ? kBlockCells : kLanes, needs[0]->points);
        if (!tactic.step) return;
        for (std::size_t cell = 0; cell < kBlockCells; ++cell) {
            int points = 0;
            for (const Need* need : needs) {
                if (need->lanes[cell / kLanes] >> (cell % kLanes) & 1) points += need->points;
            }
            tactic.points[cell] = static_cast<Value>(points);
        }
    }

    // Finds the tactic of an item in the block; null if no region is open to it.
    void find(Planned& planned, unsigned item) const {
        const auto& needs = needs_[item];
        const Tactic*& tactic = planned.tactic[item];
        if (needs.size() <= kMostPrepared) {
            Mask open = 0;
            for (std::size_t k = 0; k < needs.size(); ++k) {
                open |= Mask{(needs[k].block_items & ~planned.taken) == 0} << k;
            }
            tactic = open ? &tactics_[item][open] : nullptr;
            return;
        }
        std::vector<const Need*> open;
        for (const Need& need : needs) {
            if ((need.block_items & ~planned.taken) == 0) open.push_back(&need);
        }
        planned.made.resize(items_);
        if (!open.empty()) make(planned.made[item], item, open);
        tactic = open.empty() ? nullptr : &planned.made[item];
    }

    const Layout& layout_;
    unsigned items_;  // places of the layout
    Value final_value_;
    std::vector<std::vector<Need>> needs_;
    std::vector<Mask> relevant_;  // the block items that decide which regions of an item are open
    std::vector<std::vector<Tactic>> tactics_;
};

}  // namespace perfectplay
