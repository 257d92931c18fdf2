// A search of one game: its model, its table, its threads.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "search.hpp"
#include "sets_model.hpp"
#include "strings_model.hpp"

namespace perfectplay {

// What is known of a value.
struct Bounds {
    int low, high;
};

class Engine {
public:
    virtual ~Engine() = default;

    // Finds out whether the value v of the position with these free items is at least b, for the player to
    // move, on this many threads, looking at no more than about this many nodes. Returns bounds of v; if
    // the progress says stop before, what is known of v so far.
    virtual Bounds ask(Mask free, int b, unsigned threads, std::uint64_t most_nodes,
                       Progress& progress) = 0;
    // What is known of v without a search.
    virtual Bounds known(Mask free) = 0;

    // The part of the table that is in use, and how many entries it has room for; while it is used, too.
    double fill() {
        const std::lock_guard lock(growing_);
        return entries_.fill();
    }
    std::size_t entries() {
        const std::lock_guard lock(growing_);
        return entries_.entries();
    }
    // The table itself, which may grow when a question is asked.
    Entries& table() { return entries_; }
    // To be called when the table has been read back, so that it grows when it is full.
    virtual void table_read() = 0;

protected:
    Engine(std::size_t bytes, std::size_t most, bool wide) : entries_(bytes, most, wide) {}
    Entries entries_;
    std::mutex growing_;  // held while its entries move
};

// How a model starts: the position without captures, and how the value follows from its value.
template <class Position>
struct Root {
    Position position;
    Captures captures;
};

template <class Model>
class EngineOf final : public Engine {
public:
    EngineOf(Model model, std::size_t bytes, std::size_t most, bool wide,
             const Techniques& techniques)
        : Engine(bytes, most, wide), model_(std::move(model)), techniques_(techniques) {}

    Bounds ask(Mask free, int b, unsigned threads, std::uint64_t most_nodes,
               Progress& progress) override {
        const auto root = root_of(free);
        shared_.progress = &progress;
        shared_.most_nodes = most_nodes;
        shared_.alone = threads == 1;
        entries_.next_age();
        while (searches_.size() < threads) {
            searches_.push_back(std::make_unique<Search<Model>>(model_, entries_, shared_, techniques_));
        }
        for (;;) {
            if (const auto answer = answer_on(threads, root, b)) return *answer;
            if (!shared_.full || progress.stop) return known(free);
            const std::lock_guard lock(growing_);
            entries_.grow();  // and begin again: what was found out is in the table
        }
    }

    Bounds known(Mask free) override {
        const auto root = root_of(free);
        if (searches_.empty()) {
            searches_.push_back(std::make_unique<Search<Model>>(model_, entries_, shared_, techniques_));
        }
        const Known known = searches_[0]->known(root.position);
        return bounds_of(root.captures, known.low, known.high);
    }

    void table_read() override { shared_.used = entries_.used(); }

private:
    using Position = typename Model::Position;

    // The answer of the thread that is the first to find one; none if they had to stop.
    std::optional<Bounds> answer_on(unsigned threads, const Root<Position>& root, int b) {
        shared_.settled = false;
        shared_.full = false;
        for (auto& slot : shared_.busy) slot = 0;
        std::mutex mutex;
        std::optional<Bounds> answer;
        std::exception_ptr failure;
        const auto work = [&](unsigned thread) {
            try {
                const Bounds bounds = answer_of(*searches_[thread], root, b);
                const std::lock_guard lock(mutex);
                if (!answer) answer = bounds;
                shared_.settled = true;
            } catch (const Stopped&) {
            } catch (...) {
                const std::lock_guard lock(mutex);
                failure = std::current_exception();
                shared_.settled = true;
            }
            searches_[thread]->report();
        };
        {
            std::vector<std::jthread> others;
            for (unsigned t = 1; t < threads; ++t) {
                try {
                    others.emplace_back(work, t);
                } catch (const std::system_error&) {  // no more threads to be had: go on with these
                    break;
                }
            }
            work(0);
        }
        if (failure) std::rethrow_exception(failure);
        return answer;
    }

    Root<Position> root_of(Mask free) const {
        Root<Position> root;
        if constexpr (requires { model_.start(free, root.captures); }) {
            root.position = model_.start(free, root.captures);
        } else {
            root.position = model_.start(free);
        }
        return root;
    }

    // The value of the root is c + v or c - L + |v + L|, see strings.hpp: its bounds for those of v.
    static Bounds bounds_of(const Captures& captures, int low, int high) {
        const auto [coins, left] = captures;
        if (!left) return {coins + low, coins + high};
        const int a = low + left, b = high + left;
        const int most = std::max(std::abs(a), std::abs(b));
        const int least = a <= 0 && b >= 0 ? (a & 1) : std::min(std::abs(a), std::abs(b));
        return {coins - left + least, coins - left + most};
    }

    Bounds answer_of(Search<Model>& search, const Root<Position>& root, int b) const {
        const auto [coins, left] = root.captures;
        int most = model_.over(root.position) ? std::abs(model_.final_value(root.position))
                                              : model_.most(root.position);
        int low = -most, high = most;
        const auto ask = [&](int bound) {
            const int s = search.reach(root.position, bound);
            if (s >= bound) low = std::max(low, s);
            else high = std::min(high, s);
            return s >= bound;
        };
        if (!left) {
            ask(b - coins);
        } else if (const int far = b - coins + left; far > 0) {  // is |v + L| at least this?
            if (!ask(far - left)) ask(-far - left + 1);
        }
        return bounds_of(root.captures, low, high);
    }

    Model model_;
    Techniques techniques_;
    Shared shared_;
    std::vector<std::unique_ptr<Search<Model>>> searches_;  // one for each thread
};

}  // namespace perfectplay
