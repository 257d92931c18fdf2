// Clauses made simpler: which sets meet them all stays the same, or at least the best such set.
//
// A clause is a set of takes (a row of bits); a set of takes meets it if they have one in common.
#pragma once

#include <numeric>

#include "bit_rows.hpp"

namespace perfectplay::hitting {

struct Reduced {
    Row forced;  // takes that every set has
    Rows rest;   // clauses still to be met, short ones first, none of them within another
};

// Three rules, as long as one applies: a clause with a single take forces it; a clause that contains
// another one is met anyway; and with `one_answer`, a take can be left out if a smaller take meets the
// same clauses and perhaps more. The third keeps the lexicographically first of the smallest sets, but
// not all of them. (If a larger take meets more, leaving the smaller one out could miss that set.)
class Reduction {
   public:
    Reduction(Rows clauses, bool one_answer)
        : one_answer_(one_answer),
          words_(clauses.words),
          rest_(std::move(clauses)),
          forced_(words_) {}

    Reduced run() {
        do {
            sort();
            changed_ = false;
            force();
            drop_met();
            if (one_answer_) drop_dominated();
        } while (changed_);
        return {std::move(forced_), std::move(rest_)};
    }

   private:
    void sort() {
        std::vector<std::size_t> order(rest_.size()), sizes(rest_.size());
        std::iota(order.begin(), order.end(), 0U);
        for (std::size_t c = 0; c < sizes.size(); ++c) sizes[c] = count(rest_[c], words_);
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            if (sizes[a] != sizes[b]) return sizes[a] < sizes[b];
            return std::lexicographical_compare(rest_[a], rest_[a] + words_, rest_[b],
                                                rest_[b] + words_);
        });
        Rows sorted(words_, 0);
        sorted.data.reserve(rest_.data.size());
        for (const std::size_t c : order) sorted.append(rest_[c]);
        rest_ = std::move(sorted);
    }

    void force() {
        for (std::size_t c = 0; c < rest_.size() && count(rest_[c], words_) == 1; ++c) {
            add(forced_.data(), first(rest_[c], words_));
        }
    }

    // Clauses that a forced take meets, and clauses that contain another one. The latter is found by
    // the other's first take: `with_first[t]` are the clauses kept so far whose first take is t.
    void drop_met() {
        std::vector<std::vector<std::size_t>> with_first(words_ * kBits);
        Rows kept(words_, 0);
        for (std::size_t c = 0; c < rest_.size(); ++c) {
            const Word* const clause = rest_[c];
            bool drop_it = meet(clause, forced_.data(), words_);
            for (std::size_t w = 0; w < words_ && !drop_it; ++w) {
                for (Word left = clause[w]; left && !drop_it; left &= left - 1) {
                    const auto t = w * kBits + static_cast<std::size_t>(std::countr_zero(left));
                    for (const std::size_t other : with_first[t]) {
                        drop_it = drop_it || within(kept[other], clause, words_);
                    }
                }
            }
            if (drop_it) continue;
            with_first[first(clause, words_)].push_back(kept.size());
            kept.append(clause);
        }
        changed_ = changed_ || kept.size() != rest_.size();
        rest_ = std::move(kept);
    }

    void drop_dominated() {
        const std::size_t width = words_for(rest_.size());
        Rows hits(width, words_ * kBits);
        Row useful(words_);
        for (std::size_t c = 0; c < rest_.size(); ++c) {
            each(rest_[c], words_, [&](std::size_t t) { add(hits[t], c); });
            for (std::size_t w = 0; w < words_; ++w) useful[w] |= rest_[c][w];
        }
        Row seen(words_);
        each(useful.data(), words_, [&](std::size_t t) {
            // a take that meets as much is in the first clause of this one, the shortest
            const Word* const clause = rest_[first(hits[t], width)];
            bool dominated = false;
            for (std::size_t w = 0; w < words_ && !dominated; ++w) {
                for (Word left = clause[w] & seen[w]; left && !dominated; left &= left - 1) {
                    const auto other = w * kBits + static_cast<std::size_t>(std::countr_zero(left));
                    dominated = within(hits[t], hits[other], width);
                }
            }
            if (!dominated) add(seen.data(), t);
        });
        if (seen == useful) return;
        changed_ = true;
        for (std::size_t c = 0; c < rest_.size(); ++c) {
            for (std::size_t w = 0; w < words_; ++w) rest_[c][w] &= seen[w];
        }
    }

    bool one_answer_;
    bool changed_ = false;
    std::size_t words_;
    Rows rest_;
    Row forced_;
};

inline Reduced reduced(Rows clauses, bool one_answer) {
    return Reduction(std::move(clauses), one_answer).run();
}

// The clauses in parts without a take in common, each of which can be solved by itself.
inline std::vector<Rows> independent_parts(const Rows& clauses) {
    std::vector<std::size_t> above(clauses.words * kBits);  // a forest of takes, a tree for each part
    std::iota(above.begin(), above.end(), 0U);
    const auto root = [&](std::size_t t) {
        while (above[t] != t) t = above[t] = above[above[t]];
        return t;
    };
    for (std::size_t c = 0; c < clauses.size(); ++c) {
        const std::size_t one = root(first(clauses[c], clauses.words));
        each(clauses[c], clauses.words, [&](std::size_t t) { above[root(t)] = one; });
    }
    std::vector<Rows> parts;
    std::vector<std::size_t> place(above.size(), above.size());  // of the part with this root
    for (std::size_t c = 0; c < clauses.size(); ++c) {
        const std::size_t part = root(first(clauses[c], clauses.words));
        if (place[part] == above.size()) {
            place[part] = parts.size();
            parts.emplace_back(clauses.words, 0);
        }
        parts[place[part]].append(clauses[c]);
    }
    return parts;
}

}  // namespace perfectplay::hitting
