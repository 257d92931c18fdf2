// Which items are the in-block ones of a table.
//
// A move that scores somewhere in a block costs several times one that does not, and it scores
// somewhere iff the block items decide no region of it against it. So the items that share few regions
// with each other and are in few should be inside: border lines, rather than whole boxes.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "kernel.hpp"
#include "scores.hpp"

namespace perfectplay {

// The expected number of moves of a block that score somewhere, if these items are inside: a block
// item is free in half of the blocks, and each block item of a region is taken in half of them.
inline float scoring_moves(unsigned items, const Regions& regions, Mask inside) {
    float plain[kMaxItems];  // the chance that no region of the item is open
    std::fill_n(plain, items, 1.0F);
    for (const Mask region : regions.masks) {
        float open = 1.0F;  // the chance that all block items of the region are taken
        for (Mask left = region & ~inside; left; left &= left - 1) open *= 0.5F;
        for (Mask left = region; left; left &= left - 1) {
            const auto item = static_cast<std::size_t>(std::countr_zero(left));
            plain[item] *= 1.0F - (inside >> item & 1 ? open : 2 * open);
        }
    }
    float sum = 0;
    for (unsigned item = 0; item < items; ++item) {
        sum += (1.0F - plain[item]) * (inside >> item & 1 ? 1.0F : 0.5F);
    }
    return sum;
}

// The place of each item in a table: exchanges items between inside and outside while that helps.
inline std::vector<unsigned> places(unsigned items, const Regions& regions) {
    std::vector<unsigned> place(items);
    std::iota(place.begin(), place.end(), 0U);
    if (items <= kBlockBits + 4) return place;  // solved before this would be
    Mask inside = (Mask{1} << kBlockBits) - 1;
    float least = scoring_moves(items, regions, inside);
    for (unsigned since = 0, in = 0; since < items; ++since, in = (in + 1) % items) {
        for (unsigned out = 0; out < items && inside >> in & 1; ++out) {
            if (inside >> out & 1) continue;
            const Mask tried = inside ^ (Mask{1} << in | Mask{1} << out);
            const float sum = scoring_moves(items, regions, tried);
            if (sum < least - 1e-4F) {
                least = sum;
                inside = tried;
                since = 0;
            }
        }
    }
    unsigned low = 0;
    unsigned high = kBlockBits;
    for (unsigned item = 0; item < items; ++item) {
        place[item] = inside >> item & 1 ? low++ : high++;
    }
    return place;
}

}  // namespace perfectplay
