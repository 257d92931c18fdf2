// Which takes yield these outcomes? The answer for takes that fit one word, as contests ask for it.
//
// Takes are bits: bit s for the take s. Walking up the heaps, `lost` has bit s if the heap s below is L:
//
//     heap         h-4  h-3  h-2  h-1            at an L heap, each of these takes is forbidden;
//     outcome       W    L    W    L             at a W heap, one of them is needed: a clause
//     lost bit      4    3    2    1 = 01010_
#pragma once

#include <limits>
#include <string_view>

#include "hitting.hpp"

namespace perfectplay::hitting {

// The smallest set of takes 1..largest (<= 63), the lexicographically first one; 0 if there is none, if
// a letter is neither W nor L, or if there is no W.
inline Word infer_word(std::string_view outcomes, unsigned largest) {
    const Word allowed = (Word{2} << largest) - 2;
    Word lost = 2, forbidden = 0;
    Row clauses;
    for (const char outcome : outcomes) {
        const Word takes = lost & allowed;
        if (outcome == 'W') {
            clauses.push_back(takes);
        } else if (outcome == 'L') {
            forbidden |= takes;
            lost |= 1;
        } else {
            return 0;
        }
        lost <<= 1;
    }
    std::sort(clauses.begin(), clauses.end());
    clauses.erase(std::unique(clauses.begin(), clauses.end()), clauses.end());
    for (Word& clause : clauses) {
        clause &= ~forbidden;
        if (!clause) return 0;
    }
    Word answer = 0;  // first what single takes meet, which is mostly all
    for (const Word clause : clauses) answer |= std::has_single_bit(clause) ? clause : 0;
    std::erase_if(clauses, [&](Word clause) { return (clause & answer) != 0; });
    if (clauses.empty()) return answer;
    Rows rows(1, 0);
    rows.data = std::move(clauses);
    const Reduced simpler = reduced(std::move(rows), true);
    answer |= simpler.forced[0];
    for (const Rows& part : independent_parts(simpler.rest)) {
        const Problem problem(part);
        std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
        Smallest smallest(problem);
        smallest.run(budget);
        First first(problem, {}, 0, smallest.upper());
        first.improve(smallest.cover());
        first.run(budget);
        each(first.chosen().data(), problem.take_words,
             [&](std::size_t t) { answer |= Word{1} << problem.takes[t]; });
    }
    return answer;
}

}  // namespace perfectplay::hitting
