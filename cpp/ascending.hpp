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

#include "partial_play.hpp"
#include "search_result.hpp"

namespace perfectplay::hitting {

template <class Game>
class Ascending {
   public:
    // The takes `takes` may be in a set, those of them in `required` must be; both ascend, and are at
    // most the last heap.
    Ascending(Game game, Chosen takes, Chosen required)
        : game_(std::move(game)), takes_(std::move(takes)), required_(std::move(required)) {}

    // From now on the sets of this size are looked for; no smaller one must fit, except the empty set.
    void start(std::size_t size) {
        size_ = size;
        counted_ = 0;
        chosen_.clear();
        nodes_.clear();
        const std::uint32_t heap = game_.start();
        if (size == 0 && (heap < game_.heaps() || !required_.empty())) return;
        nodes_.push_back({game_.state(heap), 0, 0, heap});
    }

    // From now on all sets are looked for, whatever their size.
    void start_all() { start(kAnySize); }

    // Looks for the next set; it is unfinished after so many plays, which are taken off the budget.
    Result next(std::uint64_t& budget) {
        while (!nodes_.empty()) {
            Node& node = nodes_.back();
            const std::size_t room = size_ - chosen_.size();
            const std::size_t must = required_.size() - node.required;
            const bool fits = node.limit == game_.heaps() && !must;
            if (!node.seen && (size_ == kAnySize ? fits : !room)) {
                node.seen = true;
                return Result::found;
            }
            const std::uint32_t limit =
                must ? std::min(node.limit, required_[node.required]) : node.limit;
            if (!room || must > room || node.next == takes_.size() || takes_[node.next] > limit) {
                nodes_.pop_back();
                if (!chosen_.empty()) chosen_.pop_back();
                continue;
            }
            const std::uint32_t take = takes_[node.next];
            const bool needed = must && take == required_[node.required];
            if (!needed && must == room) {
                ++node.next;
                continue;
            }
            if (budget == 0) return Result::unfinished;
            --budget;
            ++node.next;
            play(node, take, needed);
        }
        return Result::none;
    }

    const Chosen& found() const { return chosen_; }

    // Counts the sets that `next` would find; unfinished or none.
    Result count(std::uint64_t& budget) {
        Result result = next(budget);
        while (result == Result::found) {
            ++counted_;
            result = next(budget);
        }
        return result;
    }

    std::uint64_t counted() const { return counted_; }

   private:
    static constexpr std::size_t kAnySize = ~std::size_t{0};

    struct Node {
        typename Game::State state;  // with the takes chosen, of the heaps below the limit
        std::size_t next;            // place of the next take to try
        std::size_t required;        // how many required takes are chosen
        std::uint32_t limit;         // the next take is at most so large
        bool seen = false;
    };

    // Adds a take, unless it is seen that no set has it together with those chosen.
    void play(const Node& node, std::uint32_t take, bool needed) {
        chosen_.push_back(take);
        const Wrong wrong = game_.play(node.state, chosen_);
        if (wrong.heap < game_.heaps() && (chosen_.size() == size_ || wrong.limit <= take)) {
            chosen_.pop_back();
            return;
        }
        nodes_.push_back({game_.state(wrong.limit), node.next, node.required + needed, wrong.limit});
    }

    Game game_;
    Chosen takes_, required_, chosen_{};
    std::vector<Node> nodes_{};
    std::size_t size_ = 0;
    std::uint64_t counted_ = 0;
};

}  // namespace perfectplay::hitting
