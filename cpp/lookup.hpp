// Reading a solved table: many positions at once, and how often each value occurs.
#pragma once

#include <array>
#include <vector>

#include "table.hpp"

namespace perfectplay {

// Finds the cells of positions given as masks of up to 64 items of a game, of which `free` are the
// table's. Where a position stands is a sum over its items (of block steps and of in-block bits), so
// the sums of all 256 patterns of each byte of the mask are made once.
class Finder {
public:
    Finder(const Table& table, const std::vector<unsigned>& free) {
        std::array<Mask, 64> part{};
        for (std::size_t k = 0; k < free.size(); ++k) part[free[k]] = table.layout().part(k);
        for (std::size_t byte = 0; byte < 8; ++byte) {
            for (std::size_t pattern = 1; pattern < 256; ++pattern) {
                const auto item = static_cast<std::size_t>(std::countr_zero(pattern));
                sums_[byte][pattern] =
                    sums_[byte][pattern & (pattern - 1)] + part[8 * byte + item];
            }
        }
        nothing_ = table.layout().nothing();
    }

    std::size_t cell(Mask taken) const {
        Mask sum = nothing_;
        for (std::size_t byte = 0; byte < 8; ++byte) sum += sums_[byte][taken >> (8 * byte) & 255];
        return static_cast<std::size_t>(sum >> kBlockBits) * kBlockCells +
               cell_of(sum & ((Mask{1} << kBlockBits) - 1));
    }

private:
    std::array<std::array<Mask, 256>, 8> sums_{};
    Mask nothing_ = 0;
};

// How many positions have each number of items taken and each value: rows by items, then values from
// -most to most. Every position counts, however many share a cell.
// Ends early when progress.stop is set.
inline std::vector<std::vector<std::uint64_t>> histogram(const Table& table, int most,
                                                         const Progress& progress) {
    const Layout& layout = table.layout();
    std::vector<std::vector<std::uint64_t>> counts(
        layout.items() + 1, std::vector<std::uint64_t>(2 * static_cast<std::size_t>(most) + 1));
    const unsigned inside = std::min(layout.items(), kBlockBits);
    for (std::size_t block = 0; block < layout.blocks() && !progress.stop; ++block) {
        const auto outside = static_cast<unsigned>(std::popcount(layout.block_taken(block)));
        const std::uint64_t times = layout.multiplicity(block);
        for (Mask low = 0; low < Mask{1} << inside; ++low) {
            const int value = table.value_at(block * kBlockCells + cell_of(low | layout.nothing()));
            const auto items = outside + static_cast<unsigned>(std::popcount(low));
            counts[items][static_cast<std::size_t>(value + most)] += times;
        }
    }
    return counts;
}

}  // namespace perfectplay
