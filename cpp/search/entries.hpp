// The transposition table: what is known of positions looked at before, in bounded memory.
//
// An entry is two words, and holds its whole key, so that it can never be taken for another position's:
//
//     word 0   the canonical position
//     word 1   | used 1 | move 7 | work 5 | age 3 | low 8 | high 8 | rest of the key 32 |
//
// With values wider than a byte (`wide`), low and high have 16 bits each and the key has no rest. Bounds
// are stored as (bound + most) / 2, as a value has the parity of the points left, `most`.
//
// Threads read and write without waiting. A writer first makes word 1 the word `kBusy`, then writes word
// 0, then word 1; a reader believes word 0 if word 1 was the same before and after.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <new>
#include <utility>

#include "../memory.hpp"
#include "../rules.hpp"

namespace perfectplay {

struct Key {
    std::uint64_t position = 0;
    std::uint32_t rest = 0;

    std::uint64_t hash() const {
        std::uint64_t h = (position ^ (std::uint64_t{rest} * 0x9E3779B97F4A7C15ULL)) *
                          0xD6E8FEB86659FD93ULL;
        h ^= h >> 32;
        h *= 0xD6E8FEB86659FD93ULL;
        return h ^ h >> 29;
    }
};

inline constexpr unsigned kNoMove = 127;

struct Known {
    int low, high;
    unsigned move = kNoMove;
};

class Entries {
public:
    static constexpr std::size_t kLine = 4;  // entries that share a cache line, and hash values

    // As many entries as fit into these bytes, and later into `most` bytes: getting pages from the system
    // takes longer than many a search. Address space for all is taken at once, or for as many as there is.
    Entries(std::size_t bytes, std::size_t most, bool wide)
        : lines_(lines_in(bytes)), most_lines_(std::max(lines_, lines_in(most))), wide_(wide) {
        for (;;) {
            try {
                memory_ = Memory(most_lines_ * sizeof(Line));
                break;
            } catch (const std::bad_alloc&) {
                if (most_lines_ == lines_) throw;
                most_lines_ = std::max(lines_, most_lines_ / 2);
            }
        }
        memory_.zero(0, size());
    }

    // Whether so many new entries are a reason to grow.
    bool may_grow(std::uint64_t used) const {
        return used > entries() / 4 * 3 && lines_ < most_lines_;
    }
    // Makes room for twice as many entries, or as many as allowed; nobody may be using the table. No line's
    // entries go to a line before it, so that they can move from the last line on, in place.
    void grow() {
        const std::size_t before = std::exchange(lines_, std::min(2 * lines_, most_lines_));
        memory_.zero(before * sizeof(Line), size());
        for (std::size_t k = before; k-- > 0;) {
            std::array<std::pair<std::uint64_t, std::uint64_t>, kLine> words;
            for (std::size_t e = 0; e < kLine; ++e) {
                Entry& entry = lines()[k].entry[e];
                words[e] = {entry.word0.load(std::memory_order_relaxed),
                            entry.word1.exchange(0, std::memory_order_relaxed)};
            }
            for (const auto& [word0, word1] : words) put(word0, word1);
        }
    }

    std::size_t size() const { return lines_ * sizeof(Line); }
    std::size_t entries() const { return lines_ * kLine; }
    std::uint8_t* data() const { return memory_.as<std::uint8_t>(); }

    // What was stored earlier is replaced first from now on.
    void next_age() { age_ = (age_ + 1) & 7; }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(line(hash)); }

    // What is known of the position, whose value is in -most..most; false if nothing.
    bool find(const Key& key, std::uint64_t hash, int most, Known& known) const {
        const Line& here = *line(hash);
        for (const Entry& entry : here.entry) {
            const std::uint64_t seen = entry.word1.load(std::memory_order_acquire);
            if (!is_of(seen, key) || entry.word0.load(std::memory_order_acquire) != key.position) continue;
            if (entry.word1.load(std::memory_order_relaxed) != seen) return false;
            known = {low_of(seen) * 2 - most, high_of(seen) * 2 - most, move_of(seen)};
            return true;
        }
        return false;
    }

    // `work` is how many nodes it took to find this out. Returns whether the entry took an empty place.
    bool store(const Key& key, std::uint64_t hash, int most, const Known& known, std::uint64_t work) {
        Line& here = *line(hash);
        const auto effort = std::min<std::uint64_t>(std::bit_width(work), 30);
        Entry* place = nullptr;
        int least = 1 << 30;
        for (Entry& entry : here.entry) {
            const std::uint64_t seen = entry.word1.load(std::memory_order_acquire);
            if (is_of(seen, key) && entry.word0.load(std::memory_order_acquire) == key.position) {
                place = &entry;
                break;
            }
            const int worth = seen == 0 ? -1 : worth_of(seen);
            if (worth < least) {
                least = worth;
                place = &entry;
            }
        }
        std::uint64_t seen = place->word1.load(std::memory_order_relaxed);
        if (seen == kBusy) return false;
        const bool empty = seen == 0;
        if (!place->word1.compare_exchange_strong(seen, kBusy, std::memory_order_acq_rel)) return false;
        place->word0.store(key.position, std::memory_order_release);
        const auto low = static_cast<std::uint64_t>((known.low + most) / 2);
        const auto high = static_cast<std::uint64_t>((known.high + most) / 2);
        place->word1.store(kUsed | std::uint64_t{known.move} << 56 | effort << 51 |
                               std::uint64_t{age_} << 48 |
                               (wide_ ? low << 32 | high << 16 : low << 40 | high << 32 | key.rest),
                           std::memory_order_release);
        return empty;
    }

    // How many entries are in use.
    std::uint64_t used() const {
        std::uint64_t used = 0;
        for (std::size_t k = 0; k < lines_; ++k) {
            for (const Entry& entry : lines()[k].entry) {
                used += entry.word1.load(std::memory_order_relaxed) != 0;
            }
        }
        return used;
    }
    // The part of the table that is in use, from a sample.
    double fill() const {
        const std::size_t sample = std::min<std::size_t>(lines_, 2048);
        std::size_t used = 0;
        for (std::size_t k = 0; k < sample; ++k) {
            for (const Entry& entry : lines()[k * (lines_ / sample)].entry) {
                used += entry.word1.load(std::memory_order_relaxed) != 0;
            }
        }
        return static_cast<double>(used) / static_cast<double>(sample * kLine);
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> word0, word1;
    };
    struct alignas(64) Line {
        Entry entry[kLine];
    };

    static constexpr std::uint64_t kUsed = std::uint64_t{1} << 63;
    static constexpr std::uint64_t kBusy = ~std::uint64_t{0};  // no entry has such bounds and work

    bool is_of(std::uint64_t word, const Key& key) const {
        return word >> 63 && word != kBusy &&
               (wide_ || static_cast<std::uint32_t>(word) == key.rest);
    }
    int low_of(std::uint64_t word) const { return static_cast<int>(wide_ ? word >> 32 & 65535 : word >> 40 & 255); }
    int high_of(std::uint64_t word) const { return static_cast<int>(wide_ ? word >> 16 & 65535 : word >> 32 & 255); }
    static unsigned move_of(std::uint64_t word) { return static_cast<unsigned>(word >> 56 & 127); }
    int worth_of(std::uint64_t word) const {
        const int old = static_cast<int>((age_ - (word >> 48)) & 7);
        return static_cast<int>(word >> 51 & 31) - 4 * old;
    }

    // Puts an entry where it belongs, if there is room.
    void put(std::uint64_t word0, std::uint64_t word1) {
        if (word1 == 0 || word1 == kBusy) return;
        const Key key{word0, wide_ ? 0 : static_cast<std::uint32_t>(word1)};
        for (Entry& place : line(key.hash())->entry) {
            if (place.word1.load(std::memory_order_relaxed) != 0) continue;
            place.word0.store(word0, std::memory_order_relaxed);
            place.word1.store(word1, std::memory_order_relaxed);
            return;
        }
    }

    static std::size_t lines_in(std::size_t bytes) { return std::max<std::size_t>(bytes / sizeof(Line), 1); }
    Line* lines() const { return memory_.as<Line>(); }
    std::size_t index(std::uint64_t hash) const {
        return static_cast<std::size_t>(static_cast<unsigned __int128>(hash) * lines_ >> 64);
    }
    Line* line(std::uint64_t hash) const { return lines() + index(hash); }

    std::size_t lines_, most_lines_;
    bool wide_;
    Memory memory_;
    unsigned age_ = 0;
};

}  // namespace perfectplay
