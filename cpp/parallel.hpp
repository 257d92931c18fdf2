// Running a job on worker threads while the caller waits, watches and may stop it.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace perfectplay {

// What the threads of a job share with whoever waits for it.
struct Progress {
    std::atomic<std::uint64_t> done{0};  // positions solved
    std::atomic<bool> stop{false};
};

// Runs `job` on a thread of its own and calls `watch` about every `period` until it is finished.
// When `watch` returns false the stop flag is set; the job has to notice it. Exceptions of either
// side come out here after the job has ended.
inline void run_watched(Progress& progress, const std::function<void()>& job,
                        const std::function<bool()>& watch, std::chrono::milliseconds period) {
    std::mutex mutex;
    std::condition_variable changed;
    bool finished = false;
    std::exception_ptr failure;
    std::thread worker([&] {
        std::exception_ptr caught;
        try {
            job();
        } catch (...) {
            caught = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        failure = caught;
        finished = true;
        changed.notify_all();
    });
    try {
        std::unique_lock lock(mutex);
        while (!changed.wait_for(lock, period, [&] { return finished; })) {
            lock.unlock();
            if (!watch()) progress.stop = true;
            lock.lock();
        }
    } catch (...) {
        progress.stop = true;
        worker.join();
        throw;
    }
    worker.join();
    if (failure) std::rethrow_exception(failure);
}

// Where threads wait for each other. Like std::barrier, but it looks again for some time before it goes
// to sleep: levels are short, and waking up takes as long as some of them.
class Meeting {
public:
    explicit Meeting(unsigned threads) : expected_(threads), missing_(threads) {}

    void arrive_and_wait() {
        const unsigned round = round_.load();
        if (missing_.fetch_sub(1) == 1) return begin_round();
        for (unsigned look = 0; look < kLooks; ++look) {
            if (round_.load() != round) return;
            if (look % 64 == 63) std::this_thread::yield();
        }
        round_.wait(round);
    }
    // A thread fewer is expected from now on.
    void arrive_and_drop() {
        expected_.fetch_sub(1);
        if (missing_.fetch_sub(1) == 1) begin_round();
    }

private:
    static constexpr unsigned kLooks = 20'000;  // some tens of microseconds

    void begin_round() {
        missing_ = expected_.load();
        round_.fetch_add(1);
        round_.notify_all();
    }

    std::atomic<unsigned> expected_;
    std::atomic<unsigned> missing_;
    std::atomic<unsigned> round_{0};
};

// Calls `work(thread, level, k)` for k = 0 .. counts[level] - 1 in any order on `threads` threads, one
// level after the other. An exception of `work` comes out here when all threads have ended.
template <class Work>
void parallel_levels(unsigned threads, const std::vector<std::size_t>& counts, const Work& work) {
    std::vector<std::atomic<std::size_t>> next(counts.size());
    Meeting meet(threads);
    std::exception_ptr failure;
    std::mutex mutex;
    const auto loop = [&](unsigned thread) {
        for (std::size_t level = 0; level < counts.size(); ++level) {
            try {
                for (std::size_t k; (k = next[level].fetch_add(1)) < counts[level];) {
                    work(thread, level, k);
                }
            } catch (...) {
                const std::lock_guard lock(mutex);
                failure = std::current_exception();
            }
            meet.arrive_and_wait();
        }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned t = 1; t < threads; ++t) {
            try {
                others.emplace_back(loop, t);
            } catch (const std::system_error&) {  // no more threads to be had: go on with these
                meet.arrive_and_drop();
            }
        }
        loop(0);
    }
    if (failure) std::rethrow_exception(failure);
}

// Calls `work(0) .. work(count - 1)` on up to `threads` threads, in any order.
template <class Work>
void parallel_for(unsigned threads, std::size_t count, const Work& work) {
    const auto most = static_cast<unsigned>(std::min<std::size_t>(threads, count));
    if (most <= 1) {
        for (std::size_t k = 0; k < count; ++k) work(k);
    } else {
        parallel_levels(most, {count}, [&](unsigned, std::size_t, std::size_t k) { work(k); });
    }
}

}  // namespace perfectplay
