// The value of every position above a given one: a table over the subsets of its free items.
//
// Blocks (see lanes.hpp) depend on those with one more block item. They are solved in falling order;
// several threads take *regions of blocks* that agree in their top bits, level by level of their
// popcount, because those of one level do not depend on each other.
#pragma once

#include <algorithm>
#include <bit>
#include <type_traits>
#include <vector>

#include "kernel.hpp"
#include "memory.hpp"
#include "order.hpp"
#include "parallel.hpp"
#include "points.hpp"
#include "region_plan.hpp"
#include "rules.hpp"
#include "scores.hpp"

namespace perfectplay {

class Table {
public:
    // `bytes` is the width of a value, 1 or 2. Memory is taken by `prepare`.
    Table(unsigned items, unsigned bytes, const Path& path)
        : items_(items),
          padded_(std::max(items, kBlockBits)),
          bytes_(bytes),
          path_(path),
          missing_(((Mask{1} << padded_) - 1) & ~((Mask{1} << items) - 1)) {}

    unsigned items() const { return items_; }
    unsigned bytes() const { return bytes_; }

    static std::size_t size_of(unsigned items, unsigned bytes) {
        const unsigned block_items = std::max(items, kBlockBits) - kBlockBits;
        return ((kBlockCells << block_items) + kGuardCells) * bytes;
    }

    // Takes the memory; while games given by F are solved, it holds F of every position too.
    void prepare(bool with_points, unsigned threads, const Progress& progress) {
        cells_ = Memory(size_of(items_, bytes_));
        cells_.touch(threads, progress);
        if (with_points) {
            points_ = Memory(size_of(items_, bytes_));
            points_.touch(threads, progress);
        }
    }

    int value(Mask taken) const {
        const std::size_t cell = kGuardCells + cell_of(placed(taken) | missing_);
        const int w = bytes_ == 1 ? int{cells_.as<std::int8_t>()[cell]}
                                  : int{cells_.as<std::int16_t>()[cell]};
        return negated_ ? -w : w;
    }

    // The set of places of a set of items.
    Mask placed(Mask items) const {
        if (place_.empty()) return items;
        Mask places = 0;
        for (; items; items &= items - 1) {
            places |= Mask{1} << place_[static_cast<std::size_t>(std::countr_zero(items))];
        }
        return places;
    }

    // These fill the table, or return early, with the table useless, when progress.stop is set.
    void solve(const Regions& regions, Rules rules, unsigned threads, Progress& progress) {
        if (bytes_ == 1) solve_regions<std::int8_t>(regions, rules, threads, progress);
        else solve_regions<std::int16_t>(regions, rules, threads, progress);
    }
    void solve(const Gems& gems, Rules rules, unsigned threads, Progress& progress) {
        if (bytes_ == 1) {
            solve_function(GemsPoints<std::int8_t>(padded_, gems, path_.narrow.stones), rules,
                           threads, progress);
        } else {
            solve_function(GemsPoints<std::int16_t>(padded_, gems, path_.wide.stones), rules,
                           threads, progress);
        }
    }
    void solve(const Function& function, Rules rules, unsigned threads, Progress& progress) {
        if (bytes_ == 1) {
            solve_function(FunctionPoints<std::int8_t>(function), rules, threads, progress);
        } else {
            solve_function(FunctionPoints<std::int16_t>(function), rules, threads, progress);
        }
    }

private:
    static constexpr unsigned kTopBits = 8;

    template <class Value>
    const Kernels<Value>& kernels() const {
        if constexpr (sizeof(Value) == 1) return path_.narrow;
        else return path_.wide;
    }

    // Calls `solve_run(first, last)` for runs of blocks, first >= last, in an order and on threads
    // that respect the dependencies; a run is to be solved from `first` down.
    template <class SolveRun>
    void in_order(unsigned threads, const SolveRun& solve_run) const {
        const unsigned block_items = padded_ - kBlockBits;
        const unsigned top = threads > 1 ? std::min(block_items, kTopBits) : 0;
        const unsigned rest = block_items - top;
        std::vector<std::vector<Mask>> levels(top + 1);
        for (Mask run = 0; run < Mask{1} << top; ++run) {
            levels[static_cast<unsigned>(std::popcount(run))].push_back(run);
        }
        for (unsigned level = top + 1; level-- > 0;) {
            parallel_for(threads, levels[level].size(), [&](std::size_t k) {
                const Mask last = levels[level][k] << rest;
                solve_run(last + (Mask{1} << rest) - 1, last);
            });
        }
    }

    bool go_on(Progress& progress) const {
        progress.done.fetch_add(std::min(Mask{1} << kBlockBits, Mask{1} << items_),
                                std::memory_order_relaxed);
        return !progress.stop.load(std::memory_order_relaxed);
    }

    template <class Value>
    void solve_regions(const Regions& regions, Rules rules, unsigned threads, Progress& progress) {
        place_ = places(items_, regions);
        Regions moved = regions;
        for (Mask& mask : moved.masks) mask = placed(mask);
        const RegionPlan<Value> plan(padded_, moved, sign_of(rules.objective),
                                     final_value(rules));
        const auto kernel = rules.turn == Turn::bonus ? kernels<Value>().regions_bonus
                                                      : kernels<Value>().regions_alternate;
        Value* const table = cells_.as<Value>() + kGuardCells;
        negated_ = rules.objective == Objective::fewest;
        in_order(threads, [&](Mask first, Mask last) {
            typename RegionPlan<Value>::Planned scratch[2];
            auto* now = &scratch[0];
            auto* next = &scratch[1];
            plan.plan(*now, table, first);
            for (Mask block = first;; --block) {
                if (block != last) {
                    plan.plan(*next, table, block - 1);
                    plan.prefetch(*now, *next);
                }
                kernel(now->block);
                if (!go_on(progress) || block == last) return;
                std::swap(now, next);
            }
        });
    }

    template <template <class> class Points, class Value>
    void solve_function(const Points<Value>& points, Rules rules, unsigned threads,
                        Progress& progress) {
        const bool bonus = rules.turn == Turn::bonus;
        const auto kernel =
            bonus ? kernels<Value>().function_bonus : kernels<Value>().function_alternate;
        const int sign = sign_of(rules.objective);
        Value* const table = cells_.as<Value>() + kGuardCells;
        Value* const table_points = points_.as<Value>() + kGuardCells;
        negated_ = rules.objective == Objective::fewest;
        const unsigned block_items = padded_ - kBlockBits;
        in_order(threads, [&](Mask first, Mask last) {
            FunctionBlock<Value> block{};
            block.final_value = static_cast<Value>(final_value(rules));
            block.sign = static_cast<Value>(sign);
            for (Mask taken = first;; --taken) {
                block.own = table + taken * kBlockCells;
                Value* const own_points = table_points + taken * kBlockCells;
                points.fill(own_points, taken);
                block.own_points = own_points;
                block.last = taken + 1 == Mask{1} << block_items;
                block.child_count = 0;
                for (Mask free = ((Mask{1} << block_items) - 1) & ~taken; free; free &= free - 1) {
                    const std::size_t child = (taken | (free & -free)) * kBlockCells;
                    block.child[block.child_count] = table + child;
                    block.child_points[block.child_count++] = table_points + child;
                }
                kernel(block);
                if (!go_on(progress) || taken == last) return;
            }
        });
        const int offset = bonus ? -sign : sign;
        parallel_for(threads, std::size_t{1} << block_items, [&](std::size_t block) {
            Value* const cells = table + block * kBlockCells;
            const Value* const cell_points = table_points + block * kBlockCells;
            for (std::size_t cell = 0; cell < kBlockCells; ++cell) {
                cells[cell] = static_cast<Value>(cells[cell] + offset * cell_points[cell]);
            }
        });
        points_ = Memory();
    }

    unsigned items_;
    unsigned padded_;  // at least a block: items that are missing count as taken
    unsigned bytes_;
    const Path& path_;
    Mask missing_;
    std::vector<unsigned> place_;  // of each item, where it is not its own number
    Memory cells_;
    Memory points_;  // F, while it is needed
    bool negated_ = false;  // the table holds minus the values
};

}  // namespace perfectplay
