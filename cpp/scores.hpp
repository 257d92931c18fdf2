// What taking items is worth, over the free items of a position only.
//
// A set T of the n free items is an integer, item i at bit i. F(T) counts the points made by taking
// T from the position on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanes.hpp"

namespace perfectplay {

// F(T) = total weight of the regions inside T. A region is what is left of it to take.
struct Regions {
    std::vector<Mask> masks;
    std::vector<std::int32_t> weights;
};

// At most this many colours.
inline constexpr std::size_t kMaxColours = 256;

// F(T) = sum over colours of floor((in the cooker + gems of the colour in T) / melt), where
// `cooker[c]` < melt gems of colour c are in the cooker and `bags[i][c]` of them in bag i.
struct Gems {
    std::int64_t melt = 1;
    std::vector<std::int64_t> cooker;
    std::vector<std::vector<std::int64_t>> bags;
};

// F by its 2^n values.
struct Function {
    std::vector<std::int16_t> points;
};

}  // namespace perfectplay
