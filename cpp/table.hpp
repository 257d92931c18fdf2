// The value of every position above a given one: a table over the subsets of its free items.
//
// Blocks (see lanes.hpp) depend on those with one more block item. They are solved in falling order;
// several threads take runs of blocks, level by level.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <variant>
#include <vector>

#include "kernel.hpp"
#include "layout.hpp"
#include "memory.hpp"
#include "nimber.hpp"
#include "order.hpp"
#include "parallel.hpp"
#include "points.hpp"
#include "region_plan.hpp"
#include "rules.hpp"
#include "scores.hpp"

namespace perfectplay {

using Score = std::variant<Regions, Gems, Function>;

class Table {
public:
    // `bytes` is the width of a value, 1 or 2; alike items are counted once if `count_alike`. Memory is
    // taken by `prepare`.
    Table(unsigned items, Score score, unsigned bytes, const Path& path, bool count_alike)
        : score_(std::move(score)),
          layout_(std::visit([&](const auto& s) { return layout_of(items, s, count_alike); }, score_)),
          bytes_(bytes),
          path_(path) {}

    // How many positions are stored.
    std::uint64_t stored() const {
        return Mask{layout_.blocks()} << std::min(layout_.items(), kBlockBits);
    }
    std::size_t blocks() const { return layout_.blocks(); }
    // What `prepare` takes for a block. Games given by F need F too while they are solved.
    std::size_t block_memory() const { return kBlockCells * bytes_ * (needs_points() ? 2 : 1); }

    void prepare(unsigned threads, const Progress& progress) {
        const std::size_t bytes = layout_.blocks() * kBlockCells * bytes_;
        cells_ = Memory(bytes);
        cells_.touch(threads, progress);
        if (needs_points()) {
            points_ = Memory(bytes);
            points_.touch(threads, progress);
        }
    }

    const Layout& layout() const { return layout_; }

    int value_at(std::size_t cell) const {
        const int w = bytes_ == 1 ? int{cells_.as<std::int8_t>()[cell]}
                                  : int{cells_.as<std::int16_t>()[cell]};
        return negated_ ? -w : w;
    }
    int value(Mask taken) const { return value_at(layout_.cell(taken)); }

    // Fills the table, or returns early, with the table useless, when progress.stop is set.
    void solve(Rules rules, unsigned threads, Progress& progress) {
        negated_ = rules.objective == Objective::fewest;
        if (bytes_ == 1) solve_as<std::int8_t>(rules, threads, progress);
        else solve_as<std::int16_t>(rules, threads, progress);
    }

    // Fills it with nimbers in place of values (see nimber.hpp), or returns early in the same way.
    void solve_nimbers(unsigned threads, Progress& progress) {
        negated_ = false;
        if (bytes_ == 1) solve_nimbers_as<std::int8_t>(threads, progress);
        else solve_nimbers_as<std::int16_t>(threads, progress);
    }

private:
    static constexpr std::size_t kLeastRuns = 256;   // for threads to share
    static constexpr std::size_t kLeastBlocks = 64;  // below this one thread is faster

    bool needs_points() const { return !std::holds_alternative<Regions>(score_); }

    template <class Value>
    const Kernels<Value>& kernels() const {
        if constexpr (sizeof(Value) == 1) return path_.narrow;
        else return path_.wide;
    }

    template <class Value>
    void solve_as(Rules rules, unsigned threads, Progress& progress) {
        if (const auto* regions = std::get_if<Regions>(&score_)) {
            solve_regions<Value>(*regions, rules, threads, progress);
        } else if (const auto* gems = std::get_if<Gems>(&score_)) {
            solve_function(GemsPoints<Value>(layout_, *gems, kernels<Value>().stones), rules, threads,
                           progress);
        } else {
            const auto& function = std::get<Function>(score_);
            solve_function(FunctionPoints<Value>(layout_, function), rules, threads, progress);
        }
    }

    template <class Value>
    void solve_nimbers_as(unsigned threads, Progress& progress) {
        constexpr Rules rules{Turn::bonus, Objective::last};
        const auto one_by_one = [](const auto& block) { nimbers_one_by_one(block); };
        if (const auto* regions = std::get_if<Regions>(&score_)) {
            // A large nimber is read only by blocks that are solved later: by the same thread, or on a
            // later level.
            std::atomic<bool> large{false};
            each_block<Value>(*regions, rules, threads, progress, [&](const RegionBlock<Value>& block) {
                if constexpr (sizeof(Value) == 1) {
                    if (!large && path_.nimbers(block)) return;
                    large = true;
                }
                one_by_one(block);
            });
        } else if (const auto* gems = std::get_if<Gems>(&score_)) {
            const GemsPoints<Value> points(layout_, *gems, kernels<Value>().stones);
            each_block(points, rules, threads, progress, one_by_one);
        } else {
            const FunctionPoints<Value> points(layout_, std::get<Function>(score_));
            each_block(points, rules, threads, progress, one_by_one);
        }
        points_ = Memory();
    }

    // Calls `solve_run(thread, first, last)` for runs of blocks, in an order and on threads that respect
    // the dependencies; a run is to be solved from `last` down.
    template <class SolveRun>
    void in_order(unsigned threads, const Progress& progress, const SolveRun& solve_run) const {
        if (threads == 1 || layout_.blocks() < kLeastBlocks) {
            return solve_run(0U, std::size_t{0}, layout_.blocks() - 1);
        }
        auto levels = layout_.levels(kLeastRuns);
        std::reverse(levels.begin(), levels.end());
        std::vector<std::size_t> counts;
        for (const auto& level : levels) counts.push_back(level.size());
        parallel_levels(threads, counts, [&](unsigned thread, std::size_t level, std::size_t k) {
            if (!progress.stop) solve_run(thread, levels[level][k].first, levels[level][k].last);
        });
    }

    void count_block(Progress& progress) const {
        progress.done.fetch_add(Mask{1} << std::min(layout_.items(), kBlockBits),
                                std::memory_order_relaxed);
    }

    template <class Value>
    void solve_regions(const Regions& regions, Rules rules, unsigned threads, Progress& progress) {
        each_block<Value>(regions, rules, threads, progress,
                          rules.turn == Turn::bonus ? kernels<Value>().regions_bonus
                                                    : kernels<Value>().regions_alternate);
    }

    // Calls the kernel for every block, in an order and on threads that respect the dependencies.
    template <class Value, class Kernel>
    void each_block(const Regions& regions, Rules rules, unsigned threads, Progress& progress,
                    const Kernel& kernel) {
        Regions placed = regions;
        for (Mask& mask : placed.masks) mask = layout_.placed(mask);
        const RegionPlan<Value> plan(layout_, placed, sign_of(rules.objective), final_value(rules));
        Value* const table = cells_.as<Value>();
        using Planned = typename RegionPlan<Value>::Planned;
        std::vector<std::array<Planned, 2>> scratch(threads);
        in_order(threads, progress, [&](unsigned thread, std::size_t first, std::size_t last) {
            Planned* now = &scratch[thread][0];
            Planned* next = &scratch[thread][1];
            plan.plan(*now, table, last);
            for (std::size_t block = last;; --block) {
                if (block != first) {
                    plan.plan(*next, table, block - 1);
                    plan.prefetch(*now, *next);
                }
                kernel(now->block);
                count_block(progress);
                if (block == first || progress.stop) return;
                std::swap(now, next);
            }
        });
    }

    template <template <class> class Points, class Value>
    void solve_function(const Points<Value>& points, Rules rules, unsigned threads,
                        Progress& progress) {
        const bool bonus = rules.turn == Turn::bonus;
        each_block(points, rules, threads, progress,
                   bonus ? kernels<Value>().function_bonus : kernels<Value>().function_alternate);
        const int sign = sign_of(rules.objective);
        Value* const table = cells_.as<Value>();
        Value* const table_points = points_.as<Value>();
        const auto offset = static_cast<Value>(bonus ? sign : -sign);
        parallel_for(layout_.blocks() < kLeastBlocks ? 1 : threads, layout_.blocks(),
                     [&](std::size_t block) {
                         kernels<Value>().settle(table + block * kBlockCells,
                                                 table_points + block * kBlockCells, offset);
                     });
        points_ = Memory();
    }

    template <template <class> class Points, class Value, class Kernel>
    void each_block(const Points<Value>& points, Rules rules, unsigned threads, Progress& progress,
                    const Kernel& kernel) {
        Value* const table = cells_.as<Value>();
        Value* const table_points = points_.as<Value>();
        in_order(threads, progress, [&](unsigned, std::size_t first, std::size_t last) {
            FunctionBlock<Value> block{};
            block.final_value = static_cast<Value>(final_value(rules));
            block.sign = static_cast<Value>(sign_of(rules.objective));
            for (std::size_t number = last;; --number) {
                const Mask taken = layout_.block_taken(number);
                block.own = table + number * kBlockCells;
                Value* const own_points = table_points + number * kBlockCells;
                points.fill(own_points, taken);
                block.own_points = own_points;
                block.last = number + 1 == layout_.blocks();
                block.child_count = 0;
                for (unsigned item = 0; item < layout_.block_items(); ++item) {
                    if (!layout_.may_take(taken, item)) continue;
                    const std::size_t step = layout_.step(item) * kBlockCells;
                    block.child[block.child_count] = block.own + step;
                    block.child_points[block.child_count++] = own_points + step;
                }
                kernel(block);
                count_block(progress);
                if (number == first || progress.stop) return;
            }
        });
    }

    Score score_;
    Layout layout_;
    unsigned bytes_;
    const Path& path_;
    Memory cells_;
    Memory points_;         // F, while it is needed
    bool negated_ = false;  // the table holds minus the values
};

}  // namespace perfectplay
