// Sets of small numbers as rows of 64-bit words: number i is bit i % 64 of word i / 64.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace perfectplay::hitting {

using Word = std::uint64_t;
using Row = std::vector<Word>;

inline constexpr std::size_t kBits = 64;

inline std::size_t words_for(std::size_t bits) { return (bits + kBits - 1) / kBits; }

inline void add(Word* row, std::size_t i) { row[i / kBits] |= Word{1} << i % kBits; }
inline void drop(Word* row, std::size_t i) { row[i / kBits] &= ~(Word{1} << i % kBits); }
inline bool has(const Word* row, std::size_t i) { return row[i / kBits] >> i % kBits & 1; }

inline std::size_t count(const Word* row, std::size_t words) {
    std::size_t sum = 0;
    for (std::size_t w = 0; w < words; ++w) sum += static_cast<std::size_t>(std::popcount(row[w]));
    return sum;
}
inline std::size_t common(const Word* a, const Word* b, std::size_t words) {
    std::size_t sum = 0;
    for (std::size_t w = 0; w < words; ++w) {
        sum += static_cast<std::size_t>(std::popcount(a[w] & b[w]));
    }
    return sum;
}
inline bool empty(const Word* row, std::size_t words) {
    return std::all_of(row, row + words, [](Word word) { return word == 0; });
}
inline bool meet(const Word* a, const Word* b, std::size_t words) {
    for (std::size_t w = 0; w < words; ++w) {
        if (a[w] & b[w]) return true;
    }
    return false;
}
inline bool within(const Word* inner, const Word* outer, std::size_t words) {
    for (std::size_t w = 0; w < words; ++w) {
        if (inner[w] & ~outer[w]) return false;
    }
    return true;
}

// The first member, or words * 64.
inline std::size_t first(const Word* row, std::size_t words) {
    for (std::size_t w = 0; w < words; ++w) {
        if (row[w]) return w * kBits + static_cast<std::size_t>(std::countr_zero(row[w]));
    }
    return words * kBits;
}

// The members in ascending order.
template <class Visit>
void each(const Word* row, std::size_t words, const Visit& visit) {
    for (std::size_t w = 0; w < words; ++w) {
        for (Word left = row[w]; left; left &= left - 1) {
            visit(w * kBits + static_cast<std::size_t>(std::countr_zero(left)));
        }
    }
}

// Rows of one width, one after another.
struct Rows {
    std::size_t words = 0;
    Row data{};

    Rows(std::size_t width, std::size_t rows) : words(width), data(width * rows) {}

    std::size_t size() const { return words ? data.size() / words : 0; }
    Word* operator[](std::size_t i) { return data.data() + i * words; }
    const Word* operator[](std::size_t i) const { return data.data() + i * words; }
    void append(const Word* row) { data.insert(data.end(), row, row + words); }
};

}  // namespace perfectplay::hitting
