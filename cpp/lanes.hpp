// How a table lies in memory: blocks of 2^12 positions, each as 70 skewed rows of 64 lanes.
//
// A position is the set T of the free items taken, item i at bit i:
//
//     T   = bbbb....bbbb rrrrrr llllll
//           block        row v  lane l
//
// A position depends on those with one more item. Were v the row, a lane would depend on other
// lanes of its own row, one shuffle after the other. So rows are counted in *free* items and skewed:
//
//     row r = (63 - v) + zeros(l),   zeros(l) = 6 - popcount(l),   r = 0..69
//
//     one more lane bit            -> row r - 1, another lane
//     one more row bit 2^k         -> row r - 2^k, the same lane
//     one more block bit           -> row r, the same lane, a later block
//
// Everything a row needs is in earlier rows or later blocks, and all 64 lanes work at once; 70 rows
// for 64 cost 9% more memory. Where v is outside 0..63 a lane holds no position; whatever is computed
// there is never read for one.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace perfectplay {

using Mask = std::uint64_t;

inline constexpr unsigned kLaneBits = 6;
inline constexpr unsigned kRowBits = 6;
inline constexpr unsigned kBlockBits = kLaneBits + kRowBits;
inline constexpr unsigned kLanes = 1U << kLaneBits;
inline constexpr unsigned kRows = (1U << kRowBits) + kLaneBits;
inline constexpr std::size_t kBlockCells = std::size_t{kRows} * kLanes;  // 4,480 for 4,096

constexpr unsigned zeros(unsigned lane) {
    return kLaneBits - static_cast<unsigned>(std::popcount(lane));
}

// Where position T stands in the table.
constexpr std::size_t cell_of(Mask taken) {
    const auto lane = static_cast<unsigned>(taken & (kLanes - 1));
    const auto row = static_cast<unsigned>((taken >> kLaneBits) & 63);
    return static_cast<std::size_t>(taken >> kBlockBits) * kBlockCells +
           std::size_t{63 - row + zeros(lane)} * kLanes + lane;
}

// Lanes as bits; the type that AVX-512 has for them.
using LaneSet = unsigned long long;
static_assert(sizeof(LaneSet) == 8);

// For each skewed row the lanes whose position has a property.
using LaneRows = std::array<LaneSet, kRows>;

// The lanes whose position contains all the given in-block items.
constexpr LaneRows lanes_with(Mask items) {
    LaneRows rows{};
    for (Mask low = 0; low < Mask{1} << kBlockBits; ++low) {
        if ((items & ~low) == 0) rows[cell_of(low) / kLanes] |= LaneSet{1} << (low % kLanes);
    }
    return rows;
}

// The lanes whose position does not contain in-block item i: kItemFree.lanes[i][row].
struct ItemFree {
    LaneSet lanes[kBlockBits][kRows] = {};
    constexpr ItemFree() {
        for (Mask low = 0; low < Mask{1} << kBlockBits; ++low) {
            for (unsigned item = 0; item < kBlockBits; ++item) {
                if (!(low >> item & 1)) {
                    lanes[item][cell_of(low) / kLanes] |= LaneSet{1} << (low % kLanes);
                }
            }
        }
    }
};
inline constexpr ItemFree kItemFree;

}  // namespace perfectplay
