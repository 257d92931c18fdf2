// The value of every position above a given one: a table over the subsets of its free items.
//
//     index of a position = the set of free items taken since, item i at bit i
//     block               = the positions that agree in all but the low `kBlockBits` bits
//
// A position depends on those with one more item. Blocks are solved by falling number of high bits,
// so that the blocks of one such level are independent of each other; inside a block the index
// falls.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "parallel.hpp"
#include "rules.hpp"
#include "scores.hpp"

namespace perfectplay {

class Table {
public:
    Table(unsigned items, unsigned bytes) : items_(items), bytes_(bytes) {
        const std::size_t size = std::size_t{1} << items;
        if (bytes == 1) narrow_.reset(new std::int8_t[size]);
        else wide_.reset(new std::int16_t[size]);
    }

    unsigned items() const { return items_; }
    unsigned bytes() const { return bytes_; }

    int value(Mask taken) const { return narrow_ ? narrow_[taken] : wide_[taken]; }

    // Solves all positions; returns early, with the table useless, when progress.stop is set.
    template <class Gains>
    void solve(const Gains& gains, Rules rules, unsigned threads, Progress& progress) {
        if (narrow_) solve_in(narrow_.get(), gains, rules, threads, progress);
        else solve_in(wide_.get(), gains, rules, threads, progress);
    }

private:
    static constexpr unsigned kBlockBits = 12;

    template <class Value, class Gains>
    void solve_in(Value* table, const Gains& gains, Rules rules, unsigned threads,
                  Progress& progress) const {
        const unsigned low = std::min(items_, kBlockBits);
        const unsigned high = items_ - low;
        std::vector<std::vector<Mask>> levels(high + 1);
        for (Mask block = 0; block < Mask{1} << high; ++block) {
            levels[static_cast<unsigned>(std::popcount(block))].push_back(block);
        }
        for (unsigned level = high + 1; level-- > 0;) {
            parallel_for(threads, levels[level].size(), [&](std::size_t k) {
                if (progress.stop.load(std::memory_order_relaxed)) return;
                const Mask first = levels[level][k] << low;
                for (Mask taken = first + (Mask{1} << low); taken-- > first;) {
                    table[taken] = static_cast<Value>(best(table, gains, rules, taken));
                }
                progress.done.fetch_add(Mask{1} << low, std::memory_order_relaxed);
            });
        }
    }

    template <class Value, class Gains>
    int best(const Value* table, const Gains& gains, Rules rules, Mask taken) const {
        Mask free = ((Mask{1} << items_) - 1) & ~taken;
        if (!free) return final_value(rules);
        int best = rules.objective == Objective::fewest ? std::numeric_limits<int>::max()
                                                        : std::numeric_limits<int>::min();
        for (; free; free &= free - 1) {
            const auto item = static_cast<unsigned>(std::countr_zero(free));
            const int child = table[taken | (free & -free)];
            const int candidate = move_value(rules, gains(taken, item), child);
            if (better(rules, candidate, best)) best = candidate;
        }
        return best;
    }

    unsigned items_;
    unsigned bytes_;
    std::unique_ptr<std::int8_t[]> narrow_;
    std::unique_ptr<std::int16_t[]> wide_;
};

}  // namespace perfectplay
