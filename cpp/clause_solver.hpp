// A small conflict-driven clause learning solver: is there an assignment that satisfies all clauses?
//
// Variables are numbered from 1; a literal is v or -v, as in the DIMACS format. Inside, variables count
// from 0 and the literals of v are 2v (true) and 2v + 1 (false), so that `literal ^ 1` is the opposite.
//
// The parts are those of MiniSat: two watched literals a clause, learning at the first unique implication
// point, activities of variables, saved phases, restarts in Luby's sequence, and solving under
// assumptions. Learned clauses are dropped by the number of decision levels they span (Glucose).
//
// Sources: Een and Sorensson, An extensible SAT-solver, SAT 2003; Audemard and Simon, Predicting learnt
// clauses quality in modern SAT solvers, IJCAI 2009.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace perfectplay::clauses {

using Literal = std::uint32_t;

enum class Answer { no, yes, unfinished };

// The variables by activity, the most active on top: a binary heap that knows where each variable is.
class Order {
   public:
    void grow(std::size_t variables) {
        for (auto v = static_cast<std::uint32_t>(place_.size()); v < variables; ++v) {
            place_.push_back(kOut);
            activity_.push_back(0);
            insert(v);
        }
    }
    bool empty() const { return heap_.empty(); }
    void insert(std::uint32_t v) {
        if (place_[v] != kOut) return;
        place_[v] = static_cast<std::uint32_t>(heap_.size());
        heap_.push_back(v);
        rise(place_[v]);
    }
    std::uint32_t pop() {
        const std::uint32_t top = heap_[0];
        place_[top] = kOut;
        const std::uint32_t last = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) {
            put(0, last);
            sink(0);
        }
        return top;
    }
    void bump(std::uint32_t v) {
        if ((activity_[v] += step_) > 1e100) {
            for (double& a : activity_) a *= 1e-100;
            step_ *= 1e-100;
        }
        if (place_[v] != kOut) rise(place_[v]);
    }
    void decay() { step_ /= 0.95; }

   private:
    static constexpr std::uint32_t kOut = ~0U;

    bool before(std::uint32_t a, std::uint32_t b) const {
        return activity_[a] != activity_[b] ? activity_[a] > activity_[b] : a < b;
    }
    void put(std::uint32_t at, std::uint32_t v) {
        heap_[at] = v;
        place_[v] = at;
    }
    void rise(std::uint32_t at) {
        const std::uint32_t v = heap_[at];
        for (; at && before(v, heap_[(at - 1) / 2]); at = (at - 1) / 2) put(at, heap_[(at - 1) / 2]);
        put(at, v);
    }
    void sink(std::uint32_t at) {
        const std::uint32_t v = heap_[at];
        while (2 * at + 1 < heap_.size()) {
            std::uint32_t child = 2 * at + 1;
            if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
            if (!before(heap_[child], v)) break;
            put(at, heap_[child]);
            at = child;
        }
        put(at, v);
    }

    std::vector<std::uint32_t> heap_{}, place_{};
    std::vector<double> activity_{};
    double step_ = 1;
};

class ClauseSolver {
   public:
    std::size_t variables() const { return value_.size(); }

    // Adds a clause of literals as outside; an empty one makes everything unsatisfiable.
    void add(const std::int32_t* begin, const std::int32_t* end) {
        backtrack(0);
        std::vector<Literal> clause;
        for (; begin != end; ++begin) {
            grow(static_cast<std::size_t>(std::abs(*begin)));
            clause.push_back(inside(*begin));
        }
        std::sort(clause.begin(), clause.end());
        std::size_t kept = 0;
        for (const Literal l : clause) {
            if (value(l) == kTrue || (kept && clause[kept - 1] == (l ^ 1))) return;  // always true
            if (value(l) == kFalse || (kept && clause[kept - 1] == l)) continue;
            clause[kept++] = l;
        }
        clause.resize(kept);
        if (clause.empty()) {
            failed_ = true;
        } else if (clause.size() == 1) {
            assign(clause[0], kNone);
            failed_ = failed_ || propagate() != kNone;
        } else {
            attach(store(clause, 0));
        }
    }

    // Whether the clauses can be satisfied with these literals true, or `unfinished` after some seconds.
    // Asked the same again, it goes on where it was.
    Answer solve(const std::vector<std::int32_t>& assumptions, double seconds) {
        std::vector<Literal> assumed;
        for (const std::int32_t l : assumptions) {
            grow(static_cast<std::size_t>(std::abs(l)));
            assumed.push_back(inside(l));
        }
        if (assumed != assumed_) {
            backtrack(0);
            assumed_ = std::move(assumed);
        }
        using namespace std::chrono;
        const auto end = steady_clock::now() + duration_cast<nanoseconds>(duration<double>(seconds));
        while (!failed_) {
            if (conflicts_ >= restart_) {
                backtrack(0);
                restart_ = conflicts_ + 100 * luby(restarts_++);
            }
            const auto answer = search();
            if (answer != Answer::unfinished) {
                backtrack(0);
                return answer;
            }
            if (steady_clock::now() >= end) return answer;
        }
        return Answer::no;
    }

    // Whether the variable is true in the assignment found; one without a clause is not.
    bool is_true(std::size_t variable) const {
        return variable <= model_.size() && model_[variable - 1] == kTrue;
    }
    std::uint64_t conflicts() const { return conflicts_; }

   private:
    using Value = std::uint8_t;
    using Place = std::uint32_t;  // of a clause in the store: its size, its levels, its literals
    struct Watch {
        Place clause;
        Literal other;  // if it is true, the clause need not be looked at
    };
    static constexpr Value kTrue = 0, kFalse = 1, kOpen = 2;
    static constexpr Place kNone = ~0U;

    static Literal inside(std::int32_t l) {
        return l > 0 ? 2 * static_cast<Literal>(l - 1) : 2 * static_cast<Literal>(-l - 1) + 1;
    }
    Value value(Literal l) const {
        const Value v = value_[l >> 1];
        return v == kOpen ? kOpen : static_cast<Value>(v ^ (l & 1));
    }
    std::uint32_t level() const { return static_cast<std::uint32_t>(starts_.size()); }
    Literal* literals(Place clause) { return store_.data() + clause + 2; }
    std::uint32_t size(Place clause) const { return store_[clause]; }

    void grow(std::size_t variables) {
        if (variables <= value_.size()) return;
        value_.resize(variables, kOpen);
        phase_.resize(variables, kFalse);
        reason_.resize(variables, kNone);
        depth_.resize(variables);
        seen_.resize(variables);
        watches_.resize(2 * variables);
        order_.grow(variables);
    }

    Place store(const std::vector<Literal>& clause, std::uint32_t levels) {
        const auto place = static_cast<Place>(store_.size());
        store_.push_back(static_cast<std::uint32_t>(clause.size()));
        store_.push_back(levels);
        store_.insert(store_.end(), clause.begin(), clause.end());
        return place;
    }
    void attach(Place clause) {
        const Literal* const l = literals(clause);
        watches_[l[0]].push_back({clause, l[1]});
        watches_[l[1]].push_back({clause, l[0]});
    }

    void assign(Literal l, Place reason) {
        const std::uint32_t v = l >> 1;
        value_[v] = static_cast<Value>(l & 1);
        reason_[v] = reason;
        depth_[v] = level();
        trail_.push_back(l);
        ++assigned_;
    }

    void backtrack(std::uint32_t to) {
        if (level() <= to) return;
        for (std::size_t k = trail_.size(); k-- > starts_[to];) {
            const std::uint32_t v = trail_[k] >> 1;
            phase_[v] = value_[v];
            value_[v] = kOpen;
            order_.insert(v);
        }
        trail_.resize(starts_[to]);
        starts_.resize(to);
        next_ = trail_.size();
    }

    // Assigns what follows; returns a clause that is false, or kNone.
    Place propagate() {
        while (next_ < trail_.size()) {
            const Literal gone = trail_[next_++] ^ 1;
            auto& watches = watches_[gone];
            std::size_t kept = 0;
            for (std::size_t k = 0; k < watches.size(); ++k) {
                const Watch watch = watches[k];
                if (value(watch.other) == kTrue) {
                    watches[kept++] = watch;
                    continue;
                }
                Literal* const l = literals(watch.clause);
                if (l[0] == gone) std::swap(l[0], l[1]);
                if (value(l[0]) == kTrue) {
                    watches[kept++] = {watch.clause, l[0]};
                    continue;
                }
                const std::uint32_t end = size(watch.clause);
                std::uint32_t other = 2;
                while (other < end && value(l[other]) == kFalse) ++other;
                if (other < end) {
                    std::swap(l[1], l[other]);
                    watches_[l[1]].push_back({watch.clause, l[0]});
                    continue;
                }
                watches[kept++] = {watch.clause, l[0]};
                if (value(l[0]) == kFalse) {
                    while (++k < watches.size()) watches[kept++] = watches[k];
                    watches.resize(kept);
                    next_ = trail_.size();
                    return watch.clause;
                }
                assign(l[0], watch.clause);
            }
            watches.resize(kept);
        }
        return kNone;
    }

    // Goes on until it is time to restart, or to look at the clock.
    Answer search() {
        const std::uint64_t enough = assigned_ + 2000;
        while (true) {
            const Place conflict = propagate();
            if (conflict != kNone) {
                ++conflicts_;
                if (level() == 0) {
                    failed_ = true;
                    return Answer::no;
                }
                learn(conflict);
                order_.decay();
                continue;
            }
            if (conflicts_ >= restart_ || assigned_ >= enough) return Answer::unfinished;
            if (learned_.size() > 4000 + 300 * reductions_) reduce();
            if (level() < assumed_.size()) {
                const Literal l = assumed_[level()];
                if (value(l) == kFalse) return Answer::no;
                starts_.push_back(trail_.size());
                if (value(l) == kOpen) assign(l, kNone);
                continue;
            }
            std::uint32_t v = 0;
            do {
                if (order_.empty()) {
                    model_ = value_;
                    return Answer::yes;
                }
                v = order_.pop();
            } while (value_[v] != kOpen);
            starts_.push_back(trail_.size());
            assign(2 * v + phase_[v], kNone);
        }
    }

    // Adds the clause that says why the conflict came up, and backtracks to where it is of use.
    void learn(Place conflict) {
        std::vector<Literal> clause{0};
        std::uint32_t open = 0;
        std::size_t at = trail_.size();
        Place from = conflict;
        Literal pivot = 0;
        do {
            const Literal* const l = literals(from);
            for (std::uint32_t k = from == conflict ? 0 : 1; k < size(from); ++k) {
                const std::uint32_t v = l[k] >> 1;
                if (seen_[v] || depth_[v] == 0) continue;
                seen_[v] = 1;
                order_.bump(v);
                if (depth_[v] == level()) {
                    ++open;
                } else {
                    clause.push_back(l[k]);
                }
            }
            while (!seen_[trail_[--at] >> 1]) {
            }
            pivot = trail_[at];
            from = reason_[pivot >> 1];
            seen_[pivot >> 1] = 0;
        } while (--open);
        clause[0] = pivot ^ 1;
        const std::vector<Literal> all = clause;
        std::erase_if(clause, [&](Literal l) { return l != clause[0] && follows(l); });
        for (const Literal l : all) seen_[l >> 1] = 0;
        std::uint32_t back = 0;
        for (std::size_t k = 1; k < clause.size(); ++k) {
            if (depth_[clause[k] >> 1] > back) {
                back = depth_[clause[k] >> 1];
                std::swap(clause[1], clause[k]);
            }
        }
        const std::uint32_t levels = spanned(clause);
        backtrack(back);
        if (clause.size() == 1) {
            assign(clause[0], kNone);
            return;
        }
        const Place place = store(clause, levels);
        learned_.push_back(place);
        attach(place);
        assign(clause[0], place);
    }

    // Whether a literal of a clause being learned is implied by the others.
    bool follows(Literal l) {
        const Place reason = reason_[l >> 1];
        if (reason == kNone) return false;
        const Literal* const others = literals(reason);
        for (std::uint32_t k = 1; k < size(reason); ++k) {
            const std::uint32_t v = others[k] >> 1;
            if (!seen_[v] && depth_[v]) return false;
        }
        return true;
    }

    std::uint32_t spanned(const std::vector<Literal>& clause) {
        std::vector<std::uint32_t> levels;
        for (const Literal l : clause) levels.push_back(depth_[l >> 1]);
        std::sort(levels.begin(), levels.end());
        return static_cast<std::uint32_t>(std::unique(levels.begin(), levels.end()) - levels.begin());
    }

    // Drops half of the learned clauses, those that span many levels, and packs the store.
    void reduce() {
        ++reductions_;
        std::stable_sort(learned_.begin(), learned_.end(),
                         [&](Place a, Place b) { return store_[a + 1] < store_[b + 1]; });
        for (std::size_t k = learned_.size() / 2; k < learned_.size(); ++k) {
            const Place clause = learned_[k];
            if (store_[clause + 1] > 2 && reason_[literals(clause)[0] >> 1] != clause) {
                store_[clause + 1] = kNone;  // marked
            }
        }
        std::vector<std::uint32_t> packed;
        std::vector<Place> moved;
        for (auto& watches : watches_) watches.clear();
        std::vector<Place> learned;
        for (Place from = 0; from < store_.size(); from += size(from) + 2) {
            if (store_[from + 1] == kNone) continue;
            const auto to = static_cast<Place>(packed.size());
            const auto begin = store_.begin() + static_cast<std::ptrdiff_t>(from);
            packed.insert(packed.end(), begin, begin + size(from) + 2);
            if (store_[from + 1]) learned.push_back(to);
            const Literal implied = literals(from)[0];
            if (value(implied) == kTrue && reason_[implied >> 1] == from) reason_[implied >> 1] = to;
        }
        store_ = std::move(packed);
        learned_ = std::move(learned);
        for (Place clause = 0; clause < store_.size(); clause += size(clause) + 2) attach(clause);
    }

    // 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
    static std::uint64_t luby(std::uint64_t n) {
        std::uint64_t size = 1, power = 0;
        while (size < n + 1) {
            size = 2 * size + 1;
            ++power;
        }
        while (size - 1 != n) {
            size = (size - 1) / 2;
            --power;
            n %= size;
        }
        return std::uint64_t{1} << power;
    }

    Order order_{};
    std::vector<std::uint32_t> store_{};
    std::vector<std::vector<Watch>> watches_{};
    std::vector<Place> learned_{}, reason_{};
    std::vector<Value> value_{}, phase_{}, model_{}, seen_{};
    std::vector<std::uint32_t> depth_{};
    std::vector<Literal> trail_{}, assumed_{};
    std::vector<std::size_t> starts_{};
    std::size_t next_ = 0;
    std::uint64_t conflicts_ = 0, assigned_ = 0, restarts_ = 0, restart_ = 0, reductions_ = 0;
    bool failed_ = false;
};

}  // namespace perfectplay::clauses
