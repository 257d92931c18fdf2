// The sieve's findings written down: as bits, as letters, as numbers, or as layers that can be searched
// for a period.
#pragma once

#include <array>
#include <cstring>
#include <limits>
#include <optional>

#include "heap_sieve.hpp"
#include "heap_window.hpp"
#include "parallel.hpp"

namespace perfectplay {

// Calls `write(word, members)` for the words from `first` to `last` - 1 as long as nobody stops it.
template <class Write>
void sieve_words(Sieve& sieve, std::size_t first, std::size_t last, Progress& progress,
                 const Write& write) {
    constexpr std::size_t kWordsBetweenLooks = 64;
    while (first < last && !progress.stop.load(std::memory_order_relaxed)) {
        const std::size_t end = std::min(last, first + kWordsBetweenLooks);
        for (; first < end; ++first) write(first, sieve.next());
        progress.done.store(first * kWordBits, std::memory_order_relaxed);
    }
}

// Eight bits as eight bytes of 0 or 1.
inline constexpr auto kBytesOfBits = [] {
    std::array<Word, 256> bytes{};
    for (std::size_t bits = 0; bits < 256; ++bits) {
        for (unsigned k = 0; k < 8; ++k) bytes[bits] |= Word{bits >> k & 1} << 8 * k;
    }
    return bytes;
}();
static_assert(std::endian::native == std::endian::little);

// Bit k of word w: heap 64 w + k is lost for the player to move.
inline void write_bits(const Takes& takes, Word* out, std::size_t words, Progress& progress) {
    Sieve sieve(takes, false, SIZE_MAX);
    sieve_words(sieve, 0, words, progress,
                [&](std::size_t word, const auto& members) { out[word] = members[0]; });
}

// A letter a heap, 64 a word: L if it is lost for the player to move, else W.
inline void write_letters(const Takes& takes, std::uint8_t* out, std::size_t words,
                          Progress& progress) {
    constexpr Word kWins = Word{'W'} * 0x0101'0101'0101'0101;
    Sieve sieve(takes, false, SIZE_MAX);
    sieve_words(sieve, 0, words, progress, [&](std::size_t word, const auto& members) {
        for (unsigned k = 0; k < 8; ++k) {
            const Word letters = kWins - kBytesOfBits[members[0] >> 8 * k & 255] * ('W' - 'L');
            std::memcpy(out + word * kWordBits + 8 * k, &letters, 8);
        }
    });
}

// The nim-values of the 64 heaps of a word from the members of each layer.
template <class Value>
void spread(const std::vector<Word>& members, Value* out) {
    if constexpr (sizeof(Value) == 1) {
        std::array<Word, 8> bytes{};
        for (std::size_t value = 1; value < members.size(); ++value) {
            for (unsigned k = 0; k < 8; ++k) {
                bytes[k] += kBytesOfBits[members[value] >> 8 * k & 255] * value;
            }
        }
        std::memcpy(out, bytes.data(), sizeof bytes);
    } else {
        for (std::size_t value = 0; value < members.size(); ++value) {
            for (Word left = members[value]; left; left &= left - 1) {
                out[std::countr_zero(left)] = static_cast<Value>(value);
            }
        }
    }
}

// A nim-value a heap, 64 a word. The values must fit, as they do if there are fewer takes than values.
// Throws std::bad_alloc rather than take more than `bytes` of memory.
template <class Value>
void write_values(const Takes& takes, Value* out, std::size_t words, std::size_t bytes,
                  Progress& progress) {
    Sieve sieve(takes, true, bytes);
    sieve_words(sieve, 0, words, progress, [&](std::size_t word, const auto& members) {
        spread(members, out + word * kWordBits);
    });
}

// The members of the layers of heap 0, 1, ... as far as it has been grown. Of outcomes there is one layer.
class HeapRecord {
public:
    HeapRecord(Takes takes, bool all_layers)
        : takes_(std::move(takes)), sieve_(takes_, all_layers, SIZE_MAX), layers_(1) {}
    HeapRecord(const HeapRecord&) = delete;
    HeapRecord& operator=(const HeapRecord&) = delete;

    const Takes& takes() const { return takes_; }
    std::uint64_t heaps() const { return words_ * kWordBits; }
    std::size_t layers() const { return layers_.size(); }

    // Grows to at least this many heaps, unless it is stopped. Throws std::bad_alloc rather than take
    // more than `bytes` of memory; it is of no use then.
    void grow(std::uint64_t heaps, std::size_t bytes, Progress& progress) {
        const std::size_t target = (heaps + kWordBits - 1) / kWordBits;
        if (target <= words_) return;
        const std::size_t most = bytes / (Layer::bytes(takes_) + target * sizeof(Word));
        for (auto& layer : layers_) layer.resize(target);
        sieve_words(sieve_, words_, target, progress,
                    [&](std::size_t word, const std::vector<Word>& members) {
                        if (members.size() > most) throw std::bad_alloc();
                        while (layers_.size() < members.size()) layers_.emplace_back(target);
                        for (std::size_t value = 0; value < members.size(); ++value) {
                            layers_[value][word] = members[value];
                        }
                        words_ = word + 1;
                    });
    }

    struct Period {
        std::uint64_t preperiod;
        std::uint64_t period;
    };

    // The least period and preperiod if they show: if the last heaps in a row, as many as the largest
    // take, equal earlier ones. What follows is determined by so many heaps, so they repeat for ever,
    // and the nearest such place tells the least period. Finds all with preperiod + period + 2 * largest
    // take <= heaps().
    std::optional<Period> period(Progress& progress) const {
        const std::uint64_t window = takes_.largest();
        const std::optional<std::uint64_t> last = last_lost(words_, ~Word{0});
        if (!last || *last + 1 < window) return {};
        const auto same = [&](std::uint64_t heap) { return same_window(heap, *last, window); };
        Reader reader(*this);
        const std::optional<std::uint64_t> found =
            window > kLongWindow ? nearest_repeat(*last, 0, window, reader, same, progress)
                                 : nearest_lost(*last, window, same, progress);
        if (!found) return {};
        return Period{preperiod(*found + 1 - window, *last - *found), *last - *found};
    }

    // The nim-value of a heap, or 0 if it is lost and 1 if it is won.
    std::size_t value(std::uint64_t heap) const {
        std::size_t value = 0;
        while (value < layers_.size() && !(layers_[value][heap / kWordBits] >> heap % kWordBits & 1)) {
            ++value;
        }
        return value;
    }

    // The nim-values of the first heaps, or 0 for lost and 1 for won ones.
    template <class Value>
    void values(Value* out, std::uint64_t heaps) const {
        std::array<Value, kWordBits> values;
        std::vector<Word> members;
        for (std::uint64_t heap = 0; heap < heaps; heap += kWordBits) {
            read(heap / kWordBits, members, values.data());
            std::copy_n(values.begin(), std::min<std::uint64_t>(kWordBits, heaps - heap), out + heap);
        }
    }

private:
    // The values of the heaps of one word.
    template <class Value>
    void read(std::size_t word, std::vector<Word>& members, Value* values) const {
        members.assign(std::max<std::size_t>(layers_.size(), 2), ~layers_[0][word]);
        for (std::size_t k = 0; k < layers_.size(); ++k) members[k] = layers_[k][word];
        spread(members, values);
    }

    // Reads values at two places that move along, a word at a time.
    class Reader {
    public:
        explicit Reader(const HeapRecord& record) : record_(record) {}

        std::uint32_t operator()(std::uint64_t heap) {
            const std::size_t word = heap / kWordBits;
            if (word != recent_->word) std::swap(recent_, other_);
            if (word != recent_->word) {
                recent_->word = word;
                record_.read(word, members_, recent_->values.data());
            }
            return recent_->values[heap % kWordBits];
        }

    private:
        struct Read {
            std::size_t word = SIZE_MAX;
            std::array<std::uint32_t, kWordBits> values;
        };
        const HeapRecord& record_;
        std::array<Read, 2> reads_;
        Read* recent_ = &reads_[0];
        Read* other_ = &reads_[1];
        std::vector<Word> members_;
    };

    // Comparing windows up to this size takes so little time that any heap may be worth it.
    static constexpr std::uint64_t kLongWindow = 4096;

    // The last lost heap of the words before `word`, of the last of these words only those in `bits`.
    std::optional<std::uint64_t> last_lost(std::size_t word, Word bits) const {
        for (; word > 0; bits = ~Word{0}) {
            if (const Word lost = layers_[0][--word] & bits) {
                return word * kWordBits + static_cast<unsigned>(std::bit_width(lost)) - 1;
            }
        }
        return {};
    }

    // The nearest lost heap below a lost one where a window ends that is the `same`. Lost heaps are the
    // fewest; most of them differ in the last 64 heaps.
    template <class Same>
    std::optional<std::uint64_t> nearest_lost(std::uint64_t last, std::uint64_t window,
                                              const Same& same, Progress& progress) const {
        const std::vector<Word>& lost = layers_[0];
        const Word mask = window < kWordBits ? ~(~Word{0} >> window) : ~Word{0};
        const Word ending = ending_at(lost, last) & mask;
        for (std::uint64_t heap = last; !progress.stop.load(std::memory_order_relaxed);) {
            const auto next = last_lost(heap / kWordBits + 1, (Word{1} << heap % kWordBits) - 1);
            if (!next || *next + 1 < window) return {};
            heap = *next;
            if ((ending_at(lost, heap) & mask) == ending && same(heap)) return heap;
        }
        return {};
    }

    // The 64 heaps that end with this one, which is bit 63; there are none below heap 0.
    static Word ending_at(const std::vector<Word>& layer, std::uint64_t heap) {
        const std::size_t word = heap / kWordBits;
        const unsigned bit = heap % kWordBits;
        return layer[word] << (kWordBits - 1 - bit) | (word ? layer[word - 1] >> 1 >> bit : 0);
    }

    bool same_window(std::uint64_t heap, std::uint64_t last, std::uint64_t window) const {
        for (std::uint64_t back = 0; back < window; back += kWordBits) {
            const Word mask =
                window - back < kWordBits ? ~(~Word{0} >> (window - back)) : ~Word{0};
            if (difference(heap - back, last - back) & mask) return false;
        }
        return true;
    }

    // Where the 64 heaps up to one differ from those up to another.
    Word difference(std::uint64_t heap, std::uint64_t other) const {
        Word found = 0;
        for (const auto& layer : layers_) found |= ending_at(layer, heap) ^ ending_at(layer, other);
        return found;
    }

    // The least heap from which on all below `heap` equal those a period later.
    std::uint64_t preperiod(std::uint64_t heap, std::uint64_t period) const {
        while (heap > 0) {
            const std::uint64_t last = heap - 1;
            const Word mask =
                last < kWordBits - 1 ? ~Word{0} << (kWordBits - 1 - last) : ~Word{0};
            if (const Word found = difference(last, last + period) & mask) {
                return last + static_cast<unsigned>(std::bit_width(found)) - kWordBits + 1;
            }
            heap -= std::min<std::uint64_t>(heap, kWordBits);
        }
        return 0;
    }

    Takes takes_;
    Sieve sieve_;
    std::vector<std::vector<Word>> layers_;
    std::size_t words_ = 0;
};

}  // namespace perfectplay
