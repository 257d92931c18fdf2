// Which moves of a block score, and where: what the region kernels need to know of each block.
#pragma once

#include <map>
#include <vector>

#include "kernel.hpp"
#include "scores.hpp"

namespace perfectplay {

// A move completes a region where the region's other items are taken. Of those, the block items
// decide once for the whole block, and the in-block items give a lane mask for each row, made once.
template <class Value>
class RegionPlan {
public:
    // `sign` multiplies the weights: 1, -1 or 0 as points are wanted, shunned or ignored.
    RegionPlan(unsigned items, const Regions& regions, int sign, int final_value)
        : items_(items), final_value_(static_cast<Value>(final_value)), needs_(items) {
        for (std::size_t k = 0; k < regions.masks.size(); ++k) {
            for (unsigned item = 0; item < items; ++item) {
                const Mask others = regions.masks[k] & ~(Mask{1} << item);
                if (others == regions.masks[k]) continue;
                const auto [lanes, fresh] = lanes_.try_emplace(others & kInBlock);
                if (fresh) lanes->second = lanes_with(others & kInBlock);
                needs_[item].push_back({others >> kBlockBits,
                                        {lanes->second.data(),
                                         static_cast<Value>(sign * regions.weights[k])}});
                ++need_count_;
            }
        }
    }

    // What one thread needs to plan a block.
    struct Planned {
        RegionBlock<Value> block;
        std::vector<Gain<Value>> gains;
    };

    Planned scratch() const { return {{}, std::vector<Gain<Value>>(need_count_)}; }

    // Plans the block with these block items taken.
    void plan(Planned& planned, Value* table, Mask taken) const {
        RegionBlock<Value>& block = planned.block;
        block.own = table + taken * kBlockCells;
        block.last = taken + 1 == Mask{1} << (items_ - kBlockBits);
        block.final_value = final_value_;
        block.plain_count = block.scoring_count = block.scoring_inside_count = 0;
        block.plain_items = block.prefetch_count = 0;
        Gain<Value>* gains = planned.gains.data();
        for (unsigned item = 0; item < items_; ++item) {
            const bool inside = item < kBlockBits;
            if (!inside && (taken >> (item - kBlockBits) & 1)) continue;
            Gain<Value>* const first = gains;
            for (const Need& need : needs_[item]) {
                if ((need.block_items & ~taken) == 0) *gains++ = need.gain;
            }
            const Value* const child =
                inside ? nullptr
                       : table + (taken | Mask{1} << (item - kBlockBits)) * kBlockCells;
            if (gains != first) {
                const auto count = static_cast<unsigned>(gains - first);
                (inside ? block.scoring_inside[block.scoring_inside_count++]
                        : block.scoring[block.scoring_count++]) = {first, count, child, item};
            } else if (inside) {
                block.plain_items |= 1U << item;
            } else {
                block.plain[block.plain_count++] = child;
            }
        }
    }

    // Lets the kernel of `now` fetch what `next` will read from beyond the nearest caches.
    void prefetch(Planned& now, const Planned& next) const {
        RegionBlock<Value>& block = now.block;
        block.prefetch_count = 0;
        const auto add = [&](const Value* child) {
            if (child - next.block.own >= kFarCells) block.prefetch[block.prefetch_count++] = child;
        };
        for (unsigned i = 0; i < next.block.plain_count; ++i) add(next.block.plain[i]);
        for (unsigned i = 0; i < next.block.scoring_count; ++i) add(next.block.scoring[i].child);
    }

private:
    static constexpr Mask kInBlock = (Mask{1} << kBlockBits) - 1;
    static constexpr std::ptrdiff_t kFarCells = std::ptrdiff_t{64} * kBlockCells;

    struct Need {
        Mask block_items;
        Gain<Value> gain;
    };
    unsigned items_;
    Value final_value_;
    std::size_t need_count_ = 0;
    std::vector<std::vector<Need>> needs_;
    std::map<Mask, LaneRows> lanes_;  // by in-block items; addresses stay
};

}  // namespace perfectplay
