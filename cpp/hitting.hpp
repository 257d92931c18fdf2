// Smallest hitting sets by branch and bound: the fewest takes that meet every clause.
//
// Every search can be stopped after some nodes and taken up again, so that whoever waits can look at
// the clock.
#pragma once

#include <memory>
#include <optional>

#include "clause_prices.hpp"
#include "clause_reduction.hpp"
#include "search_result.hpp"

namespace perfectplay::hitting {

// Clauses made ready for the search: takes and clauses are numbered 0, 1, 2, ...
//
// `takes[t]` is the take with the number t, in ascending order; `clauses` are sets of such numbers,
// short ones first; `hits[t]` is the set of clauses that t meets; `apart[c]` is the set of clauses
// without a take in common with c. `lower` is a lower bound of the size, and `cover` a hitting set.
struct Problem {
    std::size_t take_words, clause_words;
    std::vector<std::uint32_t> takes{};
    Rows clauses, hits, apart;
    Rows digits;  // of the prices of the clauses
    std::size_t lower = 0;
    std::vector<std::uint32_t> cover{};

    explicit Problem(const Rows& part) : Problem(part, takes_of(part)) {}

    std::size_t price(const Word* set) const {
        std::size_t sum = 0;
        for (unsigned d = 0; d < kDigits; ++d) sum += common(digits[d], set, clause_words) << d;
        return sum;
    }

    // How many clauses of a set were found without a take in common: each needs a take of its own.
    // The set is used up.
    std::size_t disjoint(Word* set) const {
        std::size_t found = 0;
        for (std::size_t w = 0; w < clause_words;) {
            if (!set[w]) {
                ++w;
                continue;
            }
            const Word* const others = apart[w * kBits + static_cast<std::size_t>(std::countr_zero(set[w]))];
            for (std::size_t v = w; v < clause_words; ++v) set[v] &= others[v];
            ++found;
        }
        return found;
    }

    Row all_clauses() const { return ones(clauses.size(), clause_words); }
    Row all_takes() const { return ones(takes.size(), take_words); }

   private:
    Problem(const Rows& part, std::vector<std::uint32_t> numbers)
        : take_words(words_for(numbers.size())),
          clause_words(words_for(part.size())),
          takes(std::move(numbers)),
          clauses(take_words, part.size()),
          hits(clause_words, takes.size()),
          apart(clause_words, part.size()),
          digits(clause_words, kDigits) {
        std::vector<std::uint32_t> number(part.words * kBits);
        for (std::uint32_t t = 0; t < takes.size(); ++t) number[takes[t]] = t;
        Numbers listed(part.size());
        for (std::size_t c = 0; c < part.size(); ++c) {
            each(part[c], part.words, [&](std::size_t take) {
                const std::uint32_t t = number[take];
                listed[c].push_back(t);
                add(clauses[c], t);
                add(hits[t], c);
            });
        }
        for (std::size_t c = 0; c < part.size(); ++c) {
            Row near(clause_words);
            for (const auto t : listed[c]) {
                for (std::size_t w = 0; w < clause_words; ++w) near[w] |= hits[t][w];
            }
            const Row all = all_clauses();
            for (std::size_t w = 0; w < clause_words; ++w) apart[c][w] = all[w] & ~near[w];
        }
        greedy();
        Row all = all_clauses();
        lower = disjoint(all.data());
        if (lower == cover.size()) return;
        const auto prices = Pricing(listed, takes.size(), cover).run();
        for (std::size_t c = 0; c < prices.size(); ++c) {
            for (unsigned d = 0; d < kDigits; ++d) {
                if (prices[c] >> d & 1) add(digits[d], c);
            }
        }
        lower = std::max(lower, (price(all_clauses().data()) + kWhole - 1) / kWhole);
    }

    static Row ones(std::size_t bits, std::size_t words) {
        Row row(words, ~Word{0});
        if (bits % kBits) row.back() = (Word{1} << bits % kBits) - 1;
        return row;
    }

    static std::vector<std::uint32_t> takes_of(const Rows& part) {
        Row used(part.words);
        for (std::size_t i = 0; i < part.data.size(); ++i) used[i % part.words] |= part.data[i];
        std::vector<std::uint32_t> found;
        each(used.data(), part.words,
             [&](std::size_t take) { found.push_back(static_cast<std::uint32_t>(take)); });
        return found;
    }

    // Again and again the take that meets most of what is left.
    void greedy() {
        Row unmet = all_clauses();
        while (!empty(unmet.data(), clause_words)) {
            std::uint32_t best = 0;
            std::size_t most = 0;
            for (std::uint32_t t = 0; t < takes.size(); ++t) {
                const std::size_t met = common(hits[t], unmet.data(), clause_words);
                if (met > most) {
                    most = met;
                    best = t;
                }
            }
            cover.push_back(best);
            for (std::size_t w = 0; w < clause_words; ++w) unmet[w] &= ~hits[best][w];
        }
    }
};

// Usable takes, at most `size` of them, that meet the clauses in `unmet`: one such set, or how many
// there are with exactly `size` takes when none is smaller. With `wanted` the set must have one of these
// takes.
//
// Depth first, with a stack of its own. A branch is a take of the shortest clause; later branches do
// without the takes of earlier ones.
class Search {
   public:
    Search(const Problem& problem, const Row& unmet, const Row& usable, std::size_t size, bool counting,
           const Row& wanted = {})
        : problem_(problem), counting_(counting), scratch_(problem.clause_words) {
        if (problem.price(unmet.data()) > size * kWhole) return;
        push(unmet.data(), usable.data(), Row(problem.take_words).data(), size);
        if (wanted.empty()) return;
        node_.swap(stack_);
        branch(wanted.data(), size);
    }

    // Goes on for at most so many nodes, which are taken off the budget.
    Result run(std::uint64_t& budget) {
        while (!stack_.empty()) {
            if (budget == 0) return Result::unfinished;
            --budget;
            node_.assign(stack_.end() - static_cast<std::ptrdiff_t>(frame()), stack_.end());
            stack_.resize(stack_.size() - frame());
            if (visit()) return Result::found;
        }
        return counted_ ? Result::found : Result::none;
    }

    const Row& found() const { return found_; }
    std::uint64_t counted() const { return counted_; }

   private:
    // A frame is the unmet clauses, the usable and the chosen takes, and how many may be added.
    std::size_t frame() const { return problem_.clause_words + 2 * problem_.take_words + 1; }

    void push(const Word* unmet, const Word* usable, const Word* chosen, std::size_t size) {
        stack_.insert(stack_.end(), unmet, unmet + problem_.clause_words);
        stack_.insert(stack_.end(), usable, usable + problem_.take_words);
        stack_.insert(stack_.end(), chosen, chosen + problem_.take_words);
        stack_.push_back(size);
    }

    // Looks at the node; returns whether that ends the search.
    bool visit() {
        const std::size_t cw = problem_.clause_words, tw = problem_.take_words;
        Word* const unmet = node_.data();
        Word* const usable = unmet + cw;
        Word* const chosen = usable + tw;
        const std::size_t size = node_.back();
        if (empty(unmet, cw)) {
            found_.assign(chosen, chosen + tw);
            ++counted_;
            return !counting_;
        }
        if (size == 0) return false;
        if (size == 1) return finish(unmet, usable, chosen);
        std::copy_n(unmet, cw, scratch_.begin());
        if (problem_.disjoint(scratch_.data()) > size) return false;
        std::size_t shortest = 0, fewest = tw * kBits + 1;
        for (std::size_t w = 0; w < cw && fewest > 1; ++w) {
            for (Word left = unmet[w]; left && fewest > 1; left &= left - 1) {
                const auto c = w * kBits + static_cast<std::size_t>(std::countr_zero(left));
                const std::size_t takes = common(problem_.clauses[c], usable, tw);
                if (takes < fewest) {
                    fewest = takes;
                    shortest = c;
                }
            }
        }
        if (fewest == 0) return false;
        branch(problem_.clauses[shortest], size);
        return false;
    }

    // One take is left: it must meet everything.
    bool finish(const Word* unmet, const Word* usable, const Word* chosen) {
        const std::size_t cw = problem_.clause_words, tw = problem_.take_words;
        Row fitting(usable, usable + tw);
        each(unmet, cw, [&](std::size_t c) {
            for (std::size_t w = 0; w < tw; ++w) fitting[w] &= problem_.clauses[c][w];
        });
        const std::size_t many = count(fitting.data(), tw);
        if (many == 0) return false;
        counted_ += many;
        found_.assign(chosen, chosen + tw);
        add(found_.data(), first(fitting.data(), tw));
        return !counting_;
    }

    void branch(const Word* clause, std::size_t size) {
        const std::size_t cw = problem_.clause_words, tw = problem_.take_words;
        const Word* const unmet = node_.data();
        Row usable(unmet + cw, unmet + cw + tw);
        Row chosen(unmet + cw + tw, unmet + cw + 2 * tw);
        ordered_.clear();
        for (std::size_t w = 0; w < tw; ++w) {
            for (Word left = clause[w] & usable[w]; left; left &= left - 1) {
                const auto t = w * kBits + static_cast<std::size_t>(std::countr_zero(left));
                ordered_.push_back({common(problem_.hits[t], unmet, cw), t});
            }
        }
        std::stable_sort(ordered_.begin(), ordered_.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        const std::size_t below = stack_.size();
        tried_.clear();
        for (const auto& [meets, t] : ordered_) {
            drop(usable.data(), t);
            if (!counting_ && dominated(t)) continue;
            tried_.push_back(t);
            for (std::size_t w = 0; w < cw; ++w) scratch_[w] = unmet[w] & ~problem_.hits[t][w];
            if (problem_.price(scratch_.data()) > (size - 1) * kWhole) continue;
            add(chosen.data(), t);
            push(scratch_.data(), usable.data(), chosen.data(), size - 1);
            drop(chosen.data(), t);
        }
        // the best branch on top
        for (std::size_t low = below, high = stack_.size(); low + frame() < high;) {
            high -= frame();
            std::swap_ranges(stack_.begin() + static_cast<std::ptrdiff_t>(low),
                             stack_.begin() + static_cast<std::ptrdiff_t>(low + frame()),
                             stack_.begin() + static_cast<std::ptrdiff_t>(high));
            low += frame();
        }
    }

    // Whether another take of the clause was tried that meets the same and perhaps more.
    bool dominated(std::size_t take) const {
        const Word* const unmet = node_.data();
        const Word* const mine = problem_.hits[take];
        return std::any_of(tried_.begin(), tried_.end(), [&](std::size_t other) {
            const Word* const theirs = problem_.hits[other];
            for (std::size_t w = 0; w < problem_.clause_words; ++w) {
                if (mine[w] & unmet[w] & ~theirs[w]) return false;
            }
            return true;
        });
    }

    const Problem& problem_;
    bool counting_;
    Row stack_{}, node_{}, scratch_, found_{};
    std::vector<std::pair<std::size_t, std::size_t>> ordered_{};
    std::vector<std::size_t> tried_{};
    std::uint64_t counted_ = 0;
};

// The smallest size, from below: no set of `lower` - 1 takes, and `cover` is the smallest one known.
class Smallest {
   public:
    explicit Smallest(const Problem& problem)
        : problem_(problem), lower_(problem.lower), cover_(problem.take_words) {
        for (const auto t : problem.cover) add(cover_.data(), t);
        upper_ = problem.cover.size();
    }

    // Returns whether the size is known.
    bool run(std::uint64_t& budget) {
        while (lower_ < upper_) {
            if (!search_) {
                search_.emplace(problem_, problem_.all_clauses(), problem_.all_takes(), lower_, false);
            }
            const Result result = search_->run(budget);
            if (result == Result::unfinished) return false;
            if (result == Result::found) {
                cover_ = search_->found();
                upper_ = lower_;
            } else {
                ++lower_;
            }
            search_.reset();
        }
        return true;
    }

    std::size_t lower() const { return lower_; }
    std::size_t upper() const { return upper_; }
    const Row& cover() const { return cover_; }

   private:
    const Problem& problem_;
    std::size_t lower_, upper_ = 0;
    Row cover_;
    std::optional<Search> search_{};
};

// The lexicographically first set that has the chosen takes, `size` takes in all, and otherwise only
// takes with numbers from `from` on; `size` must be the smallest size.
//
// From some set to the next one, each of them earlier in that order: is there a set with a take below
// the next one of the latest set found? If not, that one belongs to the answer.
class First {
   public:
    First(const Problem& problem, const std::vector<std::uint32_t>& chosen, std::size_t from,
          std::size_t size)
        : problem_(problem),
          unmet_(problem.all_clauses()),
          usable_(problem.all_takes()),
          chosen_(problem.take_words),
          left_(size),
          at_(from) {
        for (std::size_t t = 0; t < from; ++t) drop(usable_.data(), t);
        for (const auto t : chosen) {
            if (left_) choose(t);
        }
    }

    // Tells of one such set.
    void improve(const Row& some) { some_ = some; }

    Result run(std::uint64_t& budget) {
        if (!some_) {
            const Result result = look({}, budget);
            if (result != Result::found) return result;
        }
        while (!empty(unmet_.data(), unmet_.size())) {
            const std::size_t next = first(some_->data(), some_->size());
            Row wanted(usable_.size());
            for (std::size_t t = at_; t < next; ++t) {
                if (meet(problem_.hits[t], unmet_.data(), unmet_.size())) add(wanted.data(), t);
            }
            const Result result =
                empty(wanted.data(), wanted.size()) ? Result::none : look(wanted, budget);
            if (result == Result::unfinished) return result;
            if (result == Result::found) continue;
            choose(next);
            drop(some_->data(), next);
            for (; at_ <= next; ++at_) drop(usable_.data(), at_);
        }
        return Result::found;
    }

    const Row& chosen() const { return chosen_; }

   private:
    void choose(std::size_t t) {
        add(chosen_.data(), t);
        drop(usable_.data(), t);
        for (std::size_t w = 0; w < unmet_.size(); ++w) unmet_[w] &= ~problem_.hits[t][w];
        --left_;
    }

    Result look(const Row& wanted, std::uint64_t& budget) {
        if (!search_) search_.emplace(problem_, unmet_, usable_, left_, false, wanted);
        const Result result = search_->run(budget);
        if (result == Result::unfinished) return result;
        if (result == Result::found) some_ = search_->found();
        search_.reset();
        return result;
    }

    const Problem& problem_;
    Row unmet_, usable_, chosen_;
    std::size_t left_, at_;
    std::optional<Row> some_{};
    std::optional<Search> search_{};
};

}  // namespace perfectplay::hitting
