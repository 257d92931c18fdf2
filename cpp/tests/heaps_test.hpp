// The heaps of the core against the definition of a subtraction game.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "../all_but.hpp"
#include "../heap_record.hpp"

namespace perfectplay::test {

// The nim-values of the first heaps; `allowed[s]` says whether s tokens may be taken.
inline std::vector<std::uint32_t> nim_by_definition(const std::vector<bool>& allowed, std::size_t heaps) {
    std::vector<std::uint32_t> values;
    for (std::size_t heap = 0; heap < heaps; ++heap) {
        std::vector<bool> seen(heap + 1);
        for (std::size_t take = 1; take <= heap; ++take) {
            if (take < allowed.size() && allowed[take]) seen[values[heap - take]] = true;
        }
        const auto free = std::find(seen.begin(), seen.end(), false);
        values.push_back(static_cast<std::uint32_t>(free - seen.begin()));
    }
    return values;
}

inline void require(bool right, const char* what) {
    if (right) return;
    std::printf("heaps: wrong %s\n", what);
    std::exit(1);
}

// Whether v(h + period) = v(h) + saltus from the preperiod on, and not before.
inline bool repeats(const std::vector<std::uint32_t>& values, std::uint64_t preperiod,
                    std::uint64_t period, std::uint64_t saltus) {
    const auto same = [&](std::size_t heap) {
        return values[heap] + saltus == values[heap + period];
    };
    for (std::size_t heap = preperiod; heap + period < values.size(); ++heap) {
        if (!same(heap)) return false;
    }
    return preperiod == 0 || !same(preperiod - 1);
}

inline void check_sieve(std::mt19937& rng, std::size_t heaps) {
    // few takes and many, close together and far apart
    const std::uint64_t most = std::uint64_t{50} << rng() % 7;
    const std::uint64_t largest = std::uniform_int_distribution<std::uint64_t>(1, most)(rng);
    const std::uint64_t share = 1 + rng() % (largest / 3 + 1);
    std::vector<bool> allowed(largest + 1);
    std::vector<std::uint64_t> list;
    for (std::uint64_t take = 1; take <= largest; ++take) {
        if (rng() % share == 0) {
            allowed[take] = true;
            list.push_back(take);
        }
    }
    const std::vector<std::uint32_t> values = nim_by_definition(allowed, heaps);
    const Takes takes(list.data(), list.data() + list.size());
    Progress progress;
    const std::size_t words = heaps / kWordBits;
    std::vector<std::uint32_t> wide(heaps);
    write_values(takes, wide.data(), words, SIZE_MAX, progress);
    require(wide == values, "nim-values");
    std::vector<Word> bits(words);
    write_bits(takes, bits.data(), words, progress);
    std::vector<std::uint8_t> letters(heaps);
    write_letters(takes, letters.data(), words, progress);
    for (std::size_t heap = 0; heap < heaps; ++heap) {
        const bool lost = values[heap] == 0;
        require((bits[heap / kWordBits] >> heap % kWordBits & 1) == lost, "bits");
        require(letters[heap] == (lost ? 'L' : 'W'), "letters");
    }
    for (const bool nim : {false, true}) {
        HeapRecord record(takes, nim);
        record.grow(heaps / 3, SIZE_MAX, progress);
        record.grow(heaps, SIZE_MAX, progress);
        std::vector<std::uint32_t> expected = values;
        if (!nim) {
            for (std::uint32_t& value : expected) value = value > 0;
        }
        std::vector<std::uint32_t> recorded(heaps);
        record.values(recorded.data(), heaps);
        require(recorded == expected, "record");
        if (const auto found = record.period(progress)) {
            require(repeats(expected, found->preperiod, found->period, 0), "period");
        }
    }
}

inline void check_all_but(std::mt19937& rng, std::size_t heaps) {
    std::vector<bool> allowed(heaps, true);
    std::vector<std::uint64_t> excluded;
    for (std::uint64_t take = 1; take < 12; ++take) {
        if (rng() % 3 == 0) {
            allowed[take] = false;
            excluded.push_back(take);
        }
    }
    const std::vector<std::uint32_t> values = nim_by_definition(allowed, heaps);
    AllBut game(excluded);
    Progress progress;
    game.grow(heaps / 2, progress);
    game.grow(heaps, progress);
    require(game.values() == values, "all but");
    if (const auto found = game.period(progress)) {
        require(repeats(values, found->preperiod, found->period, found->saltus), "saltus");
    }
}

inline void check_heaps(unsigned long rounds) {
    std::mt19937 rng(1997);
    for (unsigned long round = 0; round < rounds; ++round) {
        check_sieve(rng, 1280);
        check_all_but(rng, 500);
    }
}

}  // namespace perfectplay::test
