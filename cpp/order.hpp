// Which items of a game are alike, and which are the in-block ones of its table.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "layout.hpp"
#include "scores.hpp"

namespace perfectplay {

// Classes of at least two items with the same traits.
template <class TraitsOf>
std::vector<Mask> classes_by(unsigned items, const TraitsOf& traits_of) {
    std::map<decltype(traits_of(0U)), Mask> with;
    for (unsigned item = 0; item < items; ++item) with[traits_of(item)] |= Mask{1} << item;
    std::vector<Mask> classes;
    for (const auto& [traits, mask] : with) {
        if (std::popcount(mask) > 1) classes.push_back(mask);
    }
    return classes;
}

// Alike are items in the same regions, and bags with the same gems.
inline std::vector<Mask> alike_items(unsigned items, const Regions& regions) {
    return classes_by(items, [&](unsigned item) {
        std::vector<std::size_t> in;
        for (std::size_t k = 0; k < regions.masks.size(); ++k) {
            if (regions.masks[k] >> item & 1) in.push_back(k);
        }
        return in;
    });
}
inline std::vector<Mask> alike_items(unsigned items, const Gems& gems) {
    return classes_by(items, [&](unsigned item) { return gems.bags[item]; });
}

// A move that scores somewhere in a block costs several times one that does not, and it may score
// there unless the block items decide all its regions against it. This is the expected number of such
// moves in a block with these items inside: a block item is free in half of the blocks, and each block
// item of a region is taken in half of them.
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

// Picks 12 in-block items outside the classes, breaking up small classes where there are too few.
inline Mask pick_inside(unsigned items, std::vector<Mask>& classes) {
    Mask single = (Mask{1} << items) - 1;
    for (const Mask c : classes) single &= ~c;
    while (std::popcount(single) < static_cast<int>(std::min(items, kBlockBits))) {
        const auto small = std::min_element(
            classes.begin(), classes.end(),
            [](Mask a, Mask b) { return std::popcount(a) < std::popcount(b); });
        single |= *small & -*small;
        *small &= *small - 1;
        if (std::popcount(*small) == 1) {
            single |= *small;
            classes.erase(small);
        }
    }
    Mask inside = 0;
    for (Mask left = single; left && std::popcount(inside) < static_cast<int>(kBlockBits);
         left &= left - 1) {
        inside |= left & -left;
    }
    return inside;
}

// The layout of a table of regions: exchanges single items between inside and outside while that
// makes scoring moves rarer.
inline Layout layout_of(unsigned items, const Regions& regions, bool count_alike) {
    auto classes = count_alike ? alike_items(items, regions) : std::vector<Mask>{};
    Mask inside = pick_inside(items, classes);
    if (items <= kBlockBits + 4) return {items, inside, classes};  // solved before this would be
    Mask fixed = 0;
    for (const Mask c : classes) fixed |= c;
    float least = scoring_moves(items, regions, inside);
    for (unsigned since = 0, in = 0; since < items; ++since, in = (in + 1) % items) {
        for (unsigned out = 0; out < items && inside >> in & 1; ++out) {
            if ((inside | fixed) >> out & 1) continue;
            const Mask tried = inside ^ (Mask{1} << in | Mask{1} << out);
            const float sum = scoring_moves(items, regions, tried);
            if (sum < least - 1e-4F) {
                least = sum;
                inside = tried;
                since = 0;
            }
        }
    }
    return {items, inside, classes};
}

inline Layout layout_of(unsigned items, const Gems& gems, bool count_alike) {
    auto classes = count_alike ? alike_items(items, gems) : std::vector<Mask>{};
    const Mask inside = pick_inside(items, classes);
    return {items, inside, classes};
}

inline Layout layout_of(unsigned items, const Function&, bool) {
    return {items, (Mask{1} << std::min(items, kBlockBits)) - 1, {}};
}

}  // namespace perfectplay
