// Sets of takes of a given size in lexicographic order, by adding ever larger takes.
//
// A set is built in ascending order. The value of a heap depends on takes up to the heap only, so after
// each take the game is played forward until a heap has another value than the one given:
//
//     takes 2, 5     heap       0 1 2 3 4 5 6 7 8 9
//                    outcome    L L W W L W W L L W
//                    given      L ? W ? L ? W ? W        heap 8 is wrong
//
// All further takes are larger, and one of them must change that heap, so the next one is at most 8.
// If a heap has a larger value than given, because a take s leads from it to the value given, the heap
// s below must change: the next take is at most the difference. If it would have to be smaller than
// the last one, the set is given up. As long as sets are small, that leaves very few.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "search_result.hpp"

namespace perfectplay::hitting {

class Ascending {
   public:
    // Values are told apart up to `top`; larger ones are alike, and have the value `top` + 1.
    static constexpr unsigned kMostTop = 62;
    static constexpr std::uint8_t kUnknown = 0xFF;

    // `given` are the values of heap 0, 1, ...; the takes `takes` may be in a set, those of them in
    // `required` must be; both ascend. `stuck` is the value of a heap that allows no move.
    Ascending(std::vector<std::uint8_t> given, unsigned top, unsigned stuck,
              std::vector<std::uint32_t> takes, std::vector<std::uint32_t> required)
        : given_(std::move(given)),
          top_(top),
          takes_(std::move(takes)),
          required_(std::move(required)),
          values_(given_.size(), static_cast<std::uint8_t>(stuck)) {}

    // From now on the sets of this size are looked for; no smaller one must fit, except the empty set.
    void start(std::size_t size) {
        size_ = size;
        chosen_.clear();
        nodes_.clear();
        std::fill(values_.begin(), values_.end(), values_[0]);
        std::uint32_t heap = 0;
        while (heap < given_.size() && fits(heap)) ++heap;
        if (size == 0 && (heap < given_.size() || !required_.empty())) return;
        push(0, 0, heap);
    }

    // Looks for the next set; it is unfinished after so many plays, which are taken off the budget.
    Result next(std::uint64_t& budget) {
        while (!nodes_.empty()) {
            if (chosen_.size() == size_ && !nodes_.back().seen) {
                nodes_.back().seen = true;
                return Result::found;
            }
            Node& node = nodes_.back();
            const std::size_t room = size_ - chosen_.size();
            const std::size_t must = required_.size() - node.required;
            const std::uint32_t limit =
                must ? std::min(node.limit, required_[node.required]) : node.limit;
            if (!room || must > room || node.next == takes_.size() || takes_[node.next] > limit) {
                nodes_.pop_back();
                if (!chosen_.empty()) chosen_.pop_back();
                continue;
            }
            const std::uint32_t take = takes_[node.next];
            const bool needed = must && take == limit && take == required_[node.required];
            if (!needed && must == room) {
                ++node.next;
                continue;
            }
            if (budget == 0) return Result::unfinished;
            --budget;
            play(take, ++node.next, node.required + needed);
        }
        return Result::none;
    }

    const std::vector<std::uint32_t>& found() const { return chosen_; }

   private:
    struct Node {
        std::vector<std::uint8_t> values;  // with the takes chosen, of the heaps that can be relied on
        std::size_t next;                  // place of the next take to try
        std::size_t required;              // how many required takes are chosen
        std::uint32_t limit;               // the next take is at most so large
        bool seen = false;
    };

    bool fits(std::size_t heap) const {
        return given_[heap] == kUnknown || given_[heap] == values_[heap];
    }

    void push(std::size_t next, std::size_t required, std::uint32_t limit) {
        const auto end = values_.begin() + std::min<std::ptrdiff_t>(limit, std::ssize(values_));
        nodes_.push_back({{values_.begin(), end}, next, required, limit});
    }

    // Adds a take, unless it is seen that no set has it together with those chosen.
    void play(std::uint32_t take, std::size_t next, std::size_t required) {
        const std::vector<std::uint8_t>& before = nodes_.back().values;
        std::copy_n(before.begin(), std::min<std::size_t>(take, before.size()), values_.begin());
        chosen_.push_back(take);
        auto heap = take;
        for (; heap < given_.size(); ++heap) {
            std::uint64_t reached = 0;
            for (const std::uint32_t s : chosen_) {
                if (s > heap) break;
                reached |= std::uint64_t{1} << values_[heap - s];
            }
            const auto value = static_cast<unsigned>(std::countr_one(reached));
            values_[heap] = static_cast<std::uint8_t>(std::min(value, top_ + 1));
            if (!fits(heap)) break;
        }
        std::uint32_t limit = heap;
        if (heap < given_.size() && values_[heap] > given_[heap]) {
            for (const std::uint32_t s : chosen_) {
                if (s <= heap && values_[heap - s] == given_[heap]) limit = heap - s;
            }
        }
        if (heap < given_.size() && (chosen_.size() == size_ || limit <= take)) {
            chosen_.pop_back();
        } else {
            push(next, required, limit);
        }
    }

    std::vector<std::uint8_t> given_;
    unsigned top_;
    std::vector<std::uint32_t> takes_, required_, chosen_{};
    std::vector<std::uint8_t> values_;
    std::vector<Node> nodes_{};
    std::size_t size_ = 0;
};

}  // namespace perfectplay::hitting
