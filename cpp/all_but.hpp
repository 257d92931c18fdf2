// The nim-values of the game where any number of tokens may be taken, except some: `all but X`.
//
// Heap h has all smaller heaps as options but h - x, x in X. So its nim-value is the least v that no
// heap has except, perhaps, some of these: count the heaps of each value, and compare with how many of
// them are out of reach. If such a v was seen before, it is the value of an h - x; else it is the first
// value never seen. So the values seen up to any heap are 0, 1, ..., K - 1 without a gap.
//
//     all but 2     heap     0 1 2 3 4 5 6 ...
//                   value    0 1 0 1 2 3 2     heap 2 cannot reach heap 0, so 0 is free again
//
// What is to come depends on the last max(X) values and on which values older heaps have, which nobody
// can have again. Those are 0, ..., E - 1, without a gap. So if the last values, relative to E, come
// back, everything since then repeats, raised each time by what E has grown: the saltus.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "heap_window.hpp"
#include "parallel.hpp"

namespace perfectplay {

class AllBut {
public:
    explicit AllBut(std::vector<std::uint64_t> excluded) : excluded_(std::move(excluded)) {
        for (const std::uint64_t take : excluded_) window_ = std::max(window_, take);
    }

    std::uint64_t heaps() const { return values_.size(); }
    const std::vector<std::uint32_t>& values() const { return values_; }

    // Grows to this many heaps, fewer than 2^32, unless it is stopped.
    void grow(std::uint64_t heaps, Progress& progress) {
        values_.reserve(heaps);
        seen_.reserve(heaps);
        while (values_.size() < heaps && !progress.stop.load(std::memory_order_relaxed)) {
            const std::uint64_t end = std::min<std::uint64_t>(heaps, values_.size() + kBetweenLooks);
            while (values_.size() < end) add();
            progress.done.store(values_.size(), std::memory_order_relaxed);
        }
    }

    struct Period {
        std::uint64_t preperiod;
        std::uint64_t period;
        std::uint64_t saltus;
        std::uint64_t heap;  // from where on the state repeats: the proof needs the values up to there
    };

    // The least period, if the state before the next heap is one that was there before.
    std::optional<Period> period(Progress& progress) const {
        const std::uint64_t last = heaps();
        if (last <= window_) return {};
        if (window_ < 2) {  // no step between two values to be compared
            for (std::uint64_t heap = last; heap-- > window_;) {
                if (same_state(heap, last)) return finished(heap, last - heap);
            }
            return {};
        }
        // the steps from each of the last values to the next
        auto step = [&](std::uint64_t heap) {
            return std::uint64_t{values_[heap]} - values_[heap - 1];
        };
        const auto found = nearest_repeat(
            last - 1, 1, window_ - 1, step,
            [&](std::uint64_t newest) { return same_state(newest + 1, last); }, progress);
        if (!found) return {};
        return finished(*found + 1, last - *found - 1);
    }

private:
    static constexpr std::uint64_t kBetweenLooks = 1 << 12;

    void add() {
        const std::uint64_t heap = values_.size();
        const std::uint32_t unseen = seen_.empty() ? 0 : seen_.back();
        std::uint32_t value = unseen;
        for (const std::uint64_t take : excluded_) {
            if (take <= heap) ++unreachable_[values_[heap - take]];
        }
        for (const std::uint64_t take : excluded_) {
            if (take > heap) continue;
            const std::uint32_t other = values_[heap - take];
            if (unreachable_[other] == having_[other]) value = std::min(value, other);
        }
        for (const std::uint64_t take : excluded_) {
            if (take <= heap) unreachable_[values_[heap - take]] = 0;
        }
        if (value == unseen) {
            having_.push_back(0);
            unreachable_.push_back(0);
        }
        ++having_[value];
        values_.push_back(value);
        seen_.push_back(static_cast<std::uint32_t>(having_.size()));
    }

    // E before a heap: how many values heaps have that are too old to be out of reach.
    std::uint64_t old_values(std::uint64_t heap) const {
        return heap > window_ ? seen_[heap - window_ - 1] : 0;
    }

    bool same_state(std::uint64_t heap, std::uint64_t last) const {
        const std::uint64_t saltus = old_values(last) - old_values(heap);
        for (std::uint64_t back = 1; back <= window_; ++back) {
            if (values_[heap - back] + saltus != values_[last - back]) return false;
        }
        return true;
    }

    // The preperiod, and the first heap before which the state is one that comes back.
    Period finished(std::uint64_t heap, std::uint64_t period) const {
        const std::uint64_t saltus = old_values(heap + period) - old_values(heap);
        std::uint64_t first = heap - window_;
        while (first > 0 && values_[first - 1] + saltus == values_[first - 1 + period]) --first;
        std::uint64_t proof = first + window_;
        while (old_values(proof + period) - old_values(proof) != saltus) ++proof;
        return {first, period, saltus, proof};
    }

    std::vector<std::uint64_t> excluded_;
    std::uint64_t window_ = 0;
    std::vector<std::uint32_t> values_;       // of heap 0, 1, ...
    std::vector<std::uint32_t> seen_;         // how many values heap 0, 1, ... and those below have
    std::vector<std::uint32_t> having_;       // how many heaps have the value 0, 1, ...
    std::vector<std::uint32_t> unreachable_;  // how many of them the next heap cannot reach
};

}  // namespace perfectplay
