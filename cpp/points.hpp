// F in the cells of a block, for games whose gains come from F itself.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernel.hpp"
#include "layout.hpp"
#include "scores.hpp"

namespace perfectplay {

// The in-block position of every cell, or any position for the cells that hold none.
inline std::vector<std::uint16_t> positions_of_cells() {
    std::vector<std::uint16_t> position(kBlockCells, 0);
    for (unsigned low = 0; low < 1U << kBlockBits; ++low) {
        position[cell_of(low)] = static_cast<std::uint16_t>(low);
    }
    return position;
}

// F by its values: each cell looks its own up.
template <class Value>
class FunctionPoints {
public:
    FunctionPoints(const Layout& layout, const Function& function)
        : points_(function.points.data()),
          known_((Mask{1} << layout.items()) - 1),  // what a block has more counts as taken
          position_(positions_of_cells()) {}

    // The layout leaves the items of such a game where they are.
    void fill(Value* points, Mask block_taken) const {
        for (std::size_t cell = 0; cell < kBlockCells; ++cell) {
            const Mask taken = (block_taken << kBlockBits | position_[cell]) & known_;
            points[cell] = static_cast<Value>(points_[taken]);
        }
    }

private:
    const std::int16_t* points_;
    Mask known_;
    std::vector<std::uint16_t> position_;
};

// F of a gems game; `melt` must be a value. Of a colour there are q gems from the cooker and the block items, and x more from
// the in-block items of a cell. They make floor((q + x) / S) stones, which is
//
//     floor(q / S) + floor(x / S) + (1 if x mod S > S - 1 - q mod S else 0)
//
// so a block needs, beside the sum of floor(x / S) over the colours, only x mod S for each of them.
template <class Value>
class GemsPoints {
public:
    GemsPoints(const Layout& layout, const Gems& gems, void (*stones)(const StonesBlock<Value>&))
        : gems_(gems), stones_(stones), whole_(kBlockCells, 0) {
        // bags by their places; a block's missing ones are empty
        gems_.bags.assign(layout.places(), std::vector<std::int64_t>(gems.cooker.size(), 0));
        for (unsigned item = 0; item < layout.items(); ++item) {
            const auto place = std::countr_zero(layout.placed(Mask{1} << item));
            gems_.bags[static_cast<std::size_t>(place)] = gems.bags[item];
        }
        const auto position = positions_of_cells();
        const auto melt = static_cast<int>(gems.melt);
        std::vector<int> whole(std::size_t{1} << kBlockBits);  // x / S of an in-block set
        std::vector<int> residue(std::size_t{1} << kBlockBits);  // x mod S
        for (std::size_t c = 0; c < gems_.cooker.size(); ++c) {
            for (unsigned item = 0; item < kBlockBits; ++item) {
                const std::size_t half = std::size_t{1} << item;
                const auto more_whole = static_cast<int>(gems_.bags[item][c] / melt);
                const auto more = static_cast<int>(gems_.bags[item][c] % melt);
                for (std::size_t low = 0; low < half; ++low) {
                    const int sum = residue[low] + more;
                    const int carry = sum >= melt;
                    residue[half + low] = sum - carry * melt;
                    whole[half + low] = whole[low] + more_whole + carry;
                }
            }
            residues_.emplace_back(kBlockCells);
            for (std::size_t cell = 0; cell < kBlockCells; ++cell) {
                whole_[cell] = static_cast<Value>(whole_[cell] + whole[position[cell]]);
                residues_[c][cell] = static_cast<Value>(residue[position[cell]]);
            }
        }
        for (const auto& row : residues_) rows_.push_back(row.data());
    }

    void fill(Value* points, Mask block_taken) const {
        std::int64_t made = 0;
        Value bounds[kMaxColours];
        for (std::size_t c = 0; c < rows_.size(); ++c) {
            std::int64_t q = gems_.cooker[c];
            for (Mask left = block_taken; left; left &= left - 1) {
                const auto item = static_cast<std::size_t>(std::countr_zero(left)) + kBlockBits;
                q += gems_.bags[item][c];
            }
            made += q / gems_.melt;
            bounds[c] = static_cast<Value>(gems_.melt - 1 - q % gems_.melt);
        }
        stones_({points, whole_.data(), static_cast<Value>(made), rows_.data(), bounds,
                 static_cast<unsigned>(rows_.size())});
    }

private:
    Gems gems_;
    void (*stones_)(const StonesBlock<Value>&);
    std::vector<Value> whole_;
    std::vector<std::vector<Value>> residues_;
    std::vector<const Value*> rows_;
};

}  // namespace perfectplay
