// UVa 11587 "Brick Game", the published enumeration: O(2^20 L) a case, rarely reached.
//
// Sets of elements not above 20 by rising size, in lexicographic order, so that the first that fits
// is the answer. Each is checked by the forward recursion, which stops at the first heap where the
// outcome differs. A set has bit s-1 for element s; `lost` has bit i for "the heap of i+1 bricks
// fewer is lost for its mover", so that a heap is won if and only if the two intersect.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>

namespace {

constexpr int max_element = 20;

bool yields(std::uint32_t set, const std::string& outcomes) {
    std::uint32_t lost = 1;  // heap 0: no move
    for (const char outcome : outcomes) {
        const bool won = (set & lost) != 0;
        if (won != (outcome == 'W')) return false;
        lost = lost << 1 | (won ? 0U : 1U);
    }
    return true;
}

// The first set that fits among `set` plus `more` elements of from..last, or 0.
std::uint32_t extend(std::uint32_t set, int from, int last, int more, const std::string& outcomes) {
    if (more == 0) return yields(set, outcomes) ? set : 0;
    for (int element = from; element + more - 1 <= last; ++element) {
        const std::uint32_t larger = set | 1U << (element - 1);
        if (const auto found = extend(larger, element + 1, last, more - 1, outcomes)) return found;
    }
    return 0;
}

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    int cases = 0;
    std::cin >> cases;
    std::string outcomes;
    for (int k = 1; k <= cases && std::cin >> outcomes; ++k) {
        // An element above the length is of no use, except as the only one of an all-L string.
        const int length = static_cast<int>(std::min<std::size_t>(outcomes.size(), max_element));
        const int last = std::min(max_element, length + 1);
        std::uint32_t set = 0;
        for (int size = 1; size <= last && set == 0; ++size) set = extend(0, 1, last, size, outcomes);
        std::cout << "Case " << k << ':';
        for (int s = 1; s <= max_element; ++s) {
            if (set >> (s - 1) & 1U) std::cout << ' ' << s;
        }
        std::cout << (set == 0 ? " none\n" : "\n");
    }
}
