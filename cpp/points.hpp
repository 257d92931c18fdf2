// F in the cells of a block, for games whose gains come from F itself.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernel.hpp"
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
    explicit FunctionPoints(const Function& function)
        : function_(function), position_(positions_of_cells()) {}

    void fill(Value* points, Mask block_taken) const {
        // with fewer items than a block has, the rest counts as taken
        const Mask known = (Mask{1} << function_.items) - 1;
        for (std::size_t cell = 0; cell < kBlockCells; ++cell) {
            const Mask taken = (block_taken << kBlockBits | position_[cell]) & known;
            points[cell] = static_cast<Value>(function_.points[taken]);
        }
    }

private:
    Function function_;
    std::vector<std::uint16_t> position_;
};

// F of a gems game: with q gems of a colour from the cooker and the block items, a cell with x more
// of them from in-block items makes floor(q / S) + floor((q mod S + x) / S) stones. The second part
// is a row of cells for each colour and residue q mod S, made once where they are few.
template <class Value>
class GemsPoints {
public:
    GemsPoints(unsigned items, const Gems& gems) : gems_(gems), position_(positions_of_cells()) {
        gems_.bags.resize(items, std::vector<std::int64_t>(gems.cooker.size(), 0));
        const std::size_t colours = gems_.cooker.size();
        inside_.assign(colours, std::vector<std::int64_t>(std::size_t{1} << kBlockBits, 0));
        for (std::size_t c = 0; c < colours; ++c) {
            for (unsigned item = 0; item < kBlockBits; ++item) {
                const std::size_t half = std::size_t{1} << item;
                for (std::size_t low = 0; low < half; ++low) {
                    inside_[c][half + low] = inside_[c][low] + gems_.bags[item][c];
                }
            }
        }
        if (static_cast<std::size_t>(gems_.melt) * colours * kBlockCells <= kMostCells) {
            rows_.resize(static_cast<std::size_t>(gems_.melt) * colours * kBlockCells);
            for (std::size_t c = 0; c < colours; ++c) {
                for (std::int64_t residue = 0; residue < gems_.melt; ++residue) {
                    row(c, residue, rows_.data() + index(c, residue));
                }
            }
        }
    }

    void fill(Value* points, Mask block_taken) const {
        std::fill_n(points, kBlockCells, Value{0});
        std::vector<Value> own(rows_.empty() ? kBlockCells : 0);
        for (std::size_t c = 0; c < gems_.cooker.size(); ++c) {
            std::int64_t poured = gems_.cooker[c];
            for (Mask left = block_taken; left; left &= left - 1) {
                const auto item = static_cast<std::size_t>(std::countr_zero(left)) + kBlockBits;
                poured += gems_.bags[item][c];
            }
            const std::int64_t residue = poured % gems_.melt;
            const Value* more = rows_.data() + index(c, residue);
            if (rows_.empty()) {
                row(c, residue, own.data());
                more = own.data();
            }
            const auto made = static_cast<Value>(poured / gems_.melt);
            for (std::size_t cell = 0; cell < kBlockCells; ++cell) {
                points[cell] = static_cast<Value>(points[cell] + made + more[cell]);
            }
        }
    }

private:
    static constexpr std::size_t kMostCells = std::size_t{1} << 22;

    std::size_t index(std::size_t colour, std::int64_t residue) const {
        return (colour * static_cast<std::size_t>(gems_.melt) + static_cast<std::size_t>(residue)) *
               kBlockCells;
    }

    void row(std::size_t colour, std::int64_t residue, Value* cells) const {
        for (std::size_t cell = 0; cell < kBlockCells; ++cell) {
            const std::int64_t gems = residue + inside_[colour][position_[cell]];
            cells[cell] = static_cast<Value>(gems / gems_.melt);
        }
    }

    Gems gems_;
    std::vector<std::uint16_t> position_;
    std::vector<std::vector<std::int64_t>> inside_;  // gems of a colour in each in-block set
    std::vector<Value> rows_;                         // empty when there would be too many
};

}  // namespace perfectplay
