// Which moves of a block score, and where: what the region kernels need to know of each block.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "kernel.hpp"
#include "layout.hpp"
#include "scores.hpp"

namespace perfectplay {

// Sets of an item's regions are masks; games with more of them are solved by F.
inline constexpr unsigned kMaxRegionsOfItem = 64;

// A move completes a region where the region's other items are taken. Of those, the block items
// decide once for the whole block which regions of the move are *open* to it, and the in-block items
// say in which lanes. The tactics of an item for all sets of open regions are made once; those of items
// in many regions are made for each block.
template <class Value>
class RegionPlan {
    struct Need {
        Mask block_items;  // of the region's other items
        LaneRows lanes;    // where the in-block ones are taken
        Value points;
    };

public:
    // `regions` are in places of the layout. `sign` multiplies the weights: 1, -1 or 0 as points are
    // wanted, shunned or ignored.
    RegionPlan(const Layout& layout, const Regions& regions, int sign, int final_value)
        : layout_(layout),
          items_(layout.places()),
          final_value_(static_cast<Value>(final_value)),
          needs_(items_),
          tactics_(items_),
          affected_(layout.block_items()) {
        for (std::size_t k = 0; k < regions.masks.size(); ++k) {
            for (Mask left = regions.masks[k]; left; left &= left - 1) {
                const auto item = static_cast<std::size_t>(std::countr_zero(left));
                const Mask others = regions.masks[k] & ~(left & -left);
                needs_[item].push_back({others >> kBlockBits, lanes_with(others & kInBlock),
                                        static_cast<Value>(sign * regions.weights[k])});
                for (Mask block = others >> kBlockBits; block; block &= block - 1) {
                    affected_[static_cast<std::size_t>(std::countr_zero(block))] |= left & -left;
                }
            }
        }
        for (unsigned item = 0; item < items_; ++item) {
            const bool few = needs_[item].size() <= kMostPrepared;
            tactics_[item].resize(few ? std::size_t{1} << needs_[item].size() : 1);
            for (Mask open = 0; open < tactics_[item].size(); ++open) {
                make(tactics_[item][open], cells_.emplace_back(), item, open);
            }
        }
    }

    // What one thread needs to plan one block after the other.
    struct Planned {
        RegionBlock<Value> block;
        Mask taken = 0;
        std::vector<const Tactic<Value>*> tactic;  // of each item in this block
        std::vector<Tactic<Value>> made;           // of the items in many regions
        std::vector<std::vector<Value>> cells;     // their points
    };

    // Plans the block with this number; cheap when few items have changed since the last one.
    void plan(Planned& planned, Value* table, std::size_t number) const {
        const Mask taken = layout_.block_taken(number);
        const bool fresh = planned.tactic.empty();
        Mask affected = fresh ? (Mask{1} << items_) - 1 : 0;
        for (Mask changed = taken ^ planned.taken; changed; changed &= changed - 1) {
            affected |= affected_[static_cast<std::size_t>(std::countr_zero(changed))];
        }
        planned.taken = taken;
        if (fresh) planned.tactic.resize(items_);
        for (; affected; affected &= affected - 1) {
            find(planned, static_cast<unsigned>(std::countr_zero(affected)));
        }

        RegionBlock<Value>& block = planned.block;
        block.own = table + number * kBlockCells;
        block.last = number + 1 == layout_.blocks();
        block.final_value = final_value_;
        block.prefetch_count = 0;
        block.near_scoring = 0;
        for (unsigned item = 0; item < kNearItems; ++item) {
            block.near[item] = planned.tactic[item];
            block.near_scoring |= unsigned{planned.tactic[item]->scoring} << item;
        }
        // entries are written first and counted then if they are wanted: branches would be guessed wrong
        unsigned plain = 0;
        unsigned passing = 0;
        unsigned scoring = 0;
        for (unsigned item = kNearItems; item < kBlockBits; ++item) {
            const Tactic<Value>* const tactic = planned.tactic[item];
            const std::ptrdiff_t step = -(std::ptrdiff_t{kLanes} << (item - kLaneBits));
            block.passing[passing] = {step, tactic};
            block.scoring[scoring] = {step, tactic};
            passing += !tactic->scoring;
            scoring += tactic->scoring;
        }
        for (unsigned item = kBlockBits; item < items_; ++item) {
            const Tactic<Value>* const tactic = planned.tactic[item];
            const bool legal = layout_.may_take(taken, item - kBlockBits);
            const auto step =
                static_cast<std::ptrdiff_t>(layout_.step(item - kBlockBits) * kBlockCells);
            block.plain[plain] = block.own + step;
            block.scoring[scoring] = {step, tactic};
            plain += unsigned{legal} & unsigned{!tactic->scoring};
            scoring += unsigned{legal} & unsigned{tactic->scoring};
        }
        block.plain_count = plain;
        block.passing_count = passing;
        block.scoring_count = scoring;
    }

    // Lets the kernel of `now` fetch what `next` will read from beyond the nearest caches.
    void prefetch(Planned& now, const Planned& next) const {
        RegionBlock<Value>& block = now.block;
        unsigned count = 0;
        const auto add = [&](const Value* child) {
            block.prefetch[count] = child;
            count += child - next.block.own >= kFarCells;
        };
        for (unsigned i = 0; i < next.block.plain_count; ++i) add(next.block.plain[i]);
        for (unsigned i = 0; i < next.block.scoring_count; ++i) add(next.block.own + std::max(next.block.scoring[i].step, std::ptrdiff_t{0}));
        block.prefetch_count = count;
    }

private:
    static constexpr Mask kInBlock = (Mask{1} << kBlockBits) - 1;
    static constexpr std::ptrdiff_t kFarCells = std::ptrdiff_t{64} * kBlockCells;
    static constexpr std::size_t kMostPrepared = 4;  // regions of an item: 16 sets of them

    // Makes the tactic of an item when the regions with these numbers are open to it.
    void make(Tactic<Value>& tactic, std::vector<Value>& cells, unsigned item, Mask open) const {
        const std::vector<Need>& needs = needs_[item];
        std::fill_n(tactic.scores, kRows, LaneSet{0});
        for (Mask left = open; left; left &= left - 1) {
            const Need& need = needs[static_cast<std::size_t>(std::countr_zero(left))];
            for (unsigned r = 0; r < kRows; ++r) tactic.scores[r] |= need.lanes[r];
        }
        for (unsigned r = 0; r < kRows; ++r) {
            const LaneSet legal = item < kBlockBits ? kItemFree.lanes[item][r] : ~LaneSet{0};
            tactic.passes[r] = legal & ~tactic.scores[r];
            tactic.scores[r] &= legal;
        }
        tactic.scoring = open != 0;
        const bool several = (open & (open - 1)) != 0;
        tactic.step = several;
        cells.assign(several ? kBlockCells : kLanes, Value{0});
        for (Mask left = open; left; left &= left - 1) {
            const Need& need = needs[static_cast<std::size_t>(std::countr_zero(left))];
            for (std::size_t cell = 0; cell < cells.size(); ++cell) {
                if (!several || need.lanes[cell / kLanes] >> (cell % kLanes) & 1) {
                    cells[cell] = static_cast<Value>(cells[cell] + need.points);
                }
            }
        }
        tactic.points = cells.data();
    }

    // Finds the tactic of an item in the block.
    void find(Planned& planned, unsigned item) const {
        const auto& needs = needs_[item];
        Mask open = 0;
        for (std::size_t k = 0; k < needs.size(); ++k) {
            open |= Mask{(needs[k].block_items & ~planned.taken) == 0} << k;
        }
        if (needs.size() <= kMostPrepared || open == 0) {
            planned.tactic[item] = &tactics_[item][open];
            return;
        }
        planned.made.resize(items_);
        planned.cells.resize(items_);
        make(planned.made[item], planned.cells[item], item, open);
        planned.tactic[item] = &planned.made[item];
    }

    const Layout& layout_;
    unsigned items_;  // places of the layout
    Value final_value_;
    std::vector<std::vector<Need>> needs_;
    std::vector<std::vector<Tactic<Value>>> tactics_;  // by item and set of open regions
    std::deque<std::vector<Value>> cells_;             // their points
    std::vector<Mask> affected_;  // the items whose open regions a block item decides
};

}  // namespace perfectplay
