// What taking items is worth, over the free items of a position only.
//
// A set T of the n free items is an integer, item i at bit i. F(T) counts the points made by taking
// T from the position on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace perfectplay {

using Mask = std::uint64_t;

// F(T) = total weight of the regions inside T. A region is what is left of it to take.
struct Regions {
    std::vector<Mask> masks;
    std::vector<std::int32_t> weights;
};

// F(T) = sum over colours of floor((in the cooker + gems of the colour in T) / melt), less what the
// cooker alone makes: `cooker[c]` < melt gems of colour c, `bags[i][c]` gems of colour c in bag i.
struct Gems {
    std::int64_t melt = 1;
    std::vector<std::int64_t> cooker;
    std::vector<std::vector<std::int64_t>> bags;
};

// The regions as gains: what taking an item makes, by the other items each of its regions needs.
class RegionGains {
public:
    RegionGains(unsigned items, const Regions& regions) : of_item_(items) {
        for (std::size_t k = 0; k < regions.masks.size(); ++k) {
            for (unsigned item = 0; item < items; ++item) {
                const Mask bit = Mask{1} << item;
                if (regions.masks[k] & bit) {
                    of_item_[item].push_back({regions.masks[k] & ~bit, regions.weights[k]});
                }
            }
        }
    }

    int operator()(Mask taken, unsigned item) const {
        int gain = 0;
        for (const Needs& region : of_item_[item]) {
            if ((region.others & ~taken) == 0) gain += region.weight;
        }
        return gain;
    }

private:
    struct Needs {
        Mask others;
        std::int32_t weight;
    };
    std::vector<std::vector<Needs>> of_item_;
};

// F itself, one value a set: gains are differences.
class FunctionGains {
public:
    explicit FunctionGains(std::vector<std::int16_t> points) : points_(std::move(points)) {}

    int operator()(Mask taken, unsigned item) const {
        return points_[taken | Mask{1} << item] - points_[taken];
    }

private:
    std::vector<std::int16_t> points_;
};

// F of a gems game for all 2^n sets of bags.
inline std::vector<std::int16_t> points_of(unsigned items, const Gems& gems) {
    std::vector<std::int16_t> points(std::size_t{1} << items, 0);
    std::vector<std::int64_t> poured(std::size_t{1} << items);
    for (std::size_t colour = 0; colour < gems.cooker.size(); ++colour) {
        poured[0] = gems.cooker[colour];
        for (unsigned item = 0; item < items; ++item) {  // the sets whose highest item is this one
            const std::size_t half = std::size_t{1} << item;
            for (std::size_t low = 0; low < half; ++low) {
                poured[half + low] = poured[low] + gems.bags[item][colour];
            }
        }
        for (std::size_t set = 0; set < points.size(); ++set) {
            points[set] = static_cast<std::int16_t>(points[set] + poured[set] / gems.melt);
        }
    }
    return points;
}

}  // namespace perfectplay
