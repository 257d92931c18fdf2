// What infers takes, against trying every set of takes and every assignment.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "../ascending.hpp"
#include "../clause_solver.hpp"
#include "../infer_word.hpp"

namespace perfectplay::test {

using hitting::Word;

inline void infer_require(bool right, const char* what) {
    if (right) return;
    std::printf("inference: wrong %s\n", what);
    std::exit(1);
}

inline unsigned draw(std::mt19937& rng, unsigned below) { return static_cast<unsigned>(rng() % below); }

// The members of a word, ascending.
inline std::vector<std::uint32_t> listed(Word set) {
    std::vector<std::uint32_t> members;
    for (; set; set &= set - 1) members.push_back(static_cast<std::uint32_t>(std::countr_zero(set)));
    return members;
}

// Whether a set comes before another one: smaller, or lexicographically first.
inline bool preferred(Word a, Word b) {
    if (std::popcount(a) != std::popcount(b)) return std::popcount(a) < std::popcount(b);
    return listed(a) < listed(b);
}

// Values of the heaps, told apart up to `top`, by definition; bit s of `takes` for the take s.
inline std::vector<std::uint8_t> values_of(Word takes, std::size_t heaps, unsigned top, bool misere) {
    std::vector<std::uint8_t> values;
    for (std::size_t heap = 0; heap < heaps; ++heap) {
        Word seen = 0;
        for (const auto s : listed(takes)) {
            if (s <= heap) seen |= Word{1} << values[heap - s];
        }
        const auto mex = static_cast<unsigned>(std::countr_one(seen));
        values.push_back(static_cast<std::uint8_t>(seen ? std::min(mex, top + 1) : misere));
    }
    return values;
}

// A part of a hitting set: the smallest size, the first set and the number of sets, found in small steps.
inline void check_hitting(std::mt19937& rng) {
    const unsigned takes = 1 + draw(rng, 12);
    hitting::Rows rows(1, 0);
    const unsigned shape = 1 + draw(rng, 3);
    for (unsigned c = draw(rng, 20); c > 0; --c) {
        Word clause = 0;
        for (unsigned k = 0; k < shape; ++k) clause |= Word{1} << draw(rng, takes);
        rows.append(&clause);
    }
    Word best = 0;
    std::uint64_t many = 0;
    bool any = false;
    for (Word set = 0; set < Word{1} << takes; ++set) {
        bool meets = true;
        for (const Word clause : rows.data) meets = meets && (clause & set);
        if (!meets) continue;
        if (!any || preferred(set, best)) {
            many = !any || std::popcount(set) < std::popcount(best) ? 1 : many + 1;
            best = set;
        } else if (std::popcount(set) == std::popcount(best)) {
            ++many;
        }
        any = true;
    }
    for (const bool one_answer : {true, false}) {
        const hitting::Reduced simpler = hitting::reduced(rows, one_answer);
        Word found = simpler.forced[0];
        std::uint64_t count = 1;
        for (const hitting::Rows& part : hitting::independent_parts(simpler.rest)) {
            const hitting::Problem problem(part);
            hitting::Smallest smallest(problem);
            std::uint64_t budget = 0;
            while (!smallest.run(budget)) budget = 1;
            hitting::First first(problem, {}, 0, smallest.upper());
            while (first.run(budget) == hitting::Result::unfinished) budget = 1;
            for (const auto t : listed(first.chosen()[0])) found |= Word{1} << problem.takes[t];
            hitting::Search search(problem, problem.all_clauses(), problem.all_takes(),
                                   smallest.upper(), true);
            while (search.run(budget) == hitting::Result::unfinished) budget = 1;
            count *= search.counted();
        }
        infer_require(found == best, "hitting set");
        if (!one_answer) infer_require(count == many, "number of hitting sets");
    }
}

// Sets in ascending order, of records with unknown heaps.
template <class Game>
void check_ascending(std::mt19937& rng, unsigned top, bool misere, const auto& game_of) {
    const unsigned most = 1 + draw(rng, 10);
    const std::size_t heaps = most + 1 + draw(rng, 150);
    const Word all = (Word{2} << most) - 2;
    std::vector<std::uint8_t> given = values_of(rng() & rng() & all, heaps, top, misere);
    for (std::size_t heap = 1; heap < heaps; ++heap) {
        if (draw(rng, 3) == 0) given[heap] = hitting::kUnknown;
        if (draw(rng, 200) == 0) given[heap] = static_cast<std::uint8_t>(draw(rng, top + 2));
    }
    const Word required = draw(rng, 2) ? Word{2} << draw(rng, most) & all : 0;
    std::vector<Word> fitting;
    std::uint64_t of_any_size = 0;
    for (Word set = 0; set <= all; set += 2) {
        if ((set & required) != required) continue;
        const std::vector<std::uint8_t> values = values_of(set, heaps, top, misere);
        bool fits = true;
        for (std::size_t heap = 1; heap < heaps && fits; ++heap) {
            fits = given[heap] == hitting::kUnknown || given[heap] == values[heap];
        }
        of_any_size += fits;
        if (fits && (fitting.empty() || std::popcount(set) <= std::popcount(fitting[0]))) {
            if (!fitting.empty() && std::popcount(set) < std::popcount(fitting[0])) fitting.clear();
            fitting.push_back(set);
        }
    }
    std::sort(fitting.begin(), fitting.end(), preferred);
    hitting::Ascending<Game> sets(game_of(given), listed(all), listed(required));
    std::vector<Word> found;
    for (std::size_t size = 0; size <= most && found.empty(); ++size) {
        sets.start(size);
        std::uint64_t budget = 0;
        for (auto result = sets.next(budget); result != hitting::Result::none;
             result = sets.next(budget)) {
            budget = 1;
            if (result != hitting::Result::found) continue;
            Word set = 0;
            for (const auto take : sets.found()) set |= Word{1} << take;
            found.push_back(set);
        }
    }
    infer_require(found == fitting, "sets in ascending order");
    sets.start_all();
    std::uint64_t budget = 0;
    while (sets.count(budget) != hitting::Result::none) budget = 1;
    infer_require(sets.counted() == of_any_size, "number of sets");
}

inline void check_word(std::mt19937& rng) {
    const unsigned largest = 1 + draw(rng, 12);
    const Word all = (Word{2} << largest) - 2;
    const unsigned length = draw(rng, 40);
    const auto letters = [&](Word set) {
        std::string text;
        for (const auto value : values_of(set, length + 1, 0, false)) text += value ? 'W' : 'L';
        return text.substr(1);
    };
    std::string record = letters(rng() & all);
    if (length && draw(rng, 4) == 0) record[draw(rng, length)] = 'W';
    Word best = 0;
    for (Word set = 2; set <= all; set += 2) {
        if (letters(set) == record && (!best || preferred(set, best))) best = set;
    }
    const bool won = record.find('W') != std::string::npos;
    infer_require(hitting::infer_word(record, largest) == (won ? best : 0), "takes of a word");
}

inline void check_clauses(std::mt19937& rng) {
    const int variables = 1 + static_cast<int>(draw(rng, 9));
    clauses::ClauseSolver solver;
    std::vector<std::vector<std::int32_t>> all;
    const auto literal = [&] {
        const int v = 1 + static_cast<int>(draw(rng, static_cast<unsigned>(variables)));
        return draw(rng, 2) ? v : -v;
    };
    for (int round = 0; round < 3; ++round) {
        for (auto more = draw(rng, 15); more > 0; --more) {
            std::vector<std::int32_t> clause(1 + draw(rng, 3));
            for (auto& l : clause) l = literal();
            solver.add(clause.data(), clause.data() + clause.size());
            all.push_back(clause);
        }
        std::vector<std::int32_t> assumed(draw(rng, 3));
        for (auto& l : assumed) l = literal();
        const auto holds = [&](unsigned assignment, std::int32_t l) {
            return (assignment >> (std::abs(l) - 1) & 1) == (l > 0);
        };
        const auto right = [&](unsigned assignment) {
            for (const auto l : assumed) {
                if (!holds(assignment, l)) return false;
            }
            for (const auto& clause : all) {
                bool met = false;
                for (const auto l : clause) met = met || holds(assignment, l);
                if (!met) return false;
            }
            return true;
        };
        bool possible = false;
        for (unsigned a = 0; a < 1U << variables; ++a) possible = possible || right(a);
        infer_require((solver.solve(assumed, 60) == clauses::Answer::yes) == possible, "clauses");
        if (!possible) continue;
        unsigned found = 0;
        for (int v = 1; v <= variables; ++v) {
            if (solver.is_true(static_cast<std::size_t>(v))) found |= 1U << (v - 1);
        }
        infer_require(right(found), "assignment");
    }
}

// The pigeons and holes that make a solver learn, restart and forget.
inline void check_pigeons(int holes) {
    clauses::ClauseSolver solver;
    const auto in = [&](int pigeon, int hole) { return pigeon * holes + hole + 1; };
    for (int pigeon = 0; pigeon <= holes; ++pigeon) {
        std::vector<std::int32_t> somewhere;
        for (int hole = 0; hole < holes; ++hole) {
            somewhere.push_back(in(pigeon, hole));
            for (int other = 0; other < pigeon; ++other) {
                const std::int32_t apart[] = {-in(pigeon, hole), -in(other, hole)};
                solver.add(apart, apart + 2);
            }
        }
        solver.add(somewhere.data(), somewhere.data() + somewhere.size());
    }
    clauses::Answer answer{};
    do {
        answer = solver.solve({}, 1e-3);
    } while (answer == clauses::Answer::unfinished);
    infer_require(answer == clauses::Answer::no, "pigeons");
}

inline void check_inference(unsigned long rounds) {
    std::mt19937 rng(11587);
    for (unsigned long round = 0; round < 10 * rounds; ++round) {
        check_hitting(rng);
        check_clauses(rng);
        check_word(rng);
        for (const bool misere : {false, true}) {
            check_ascending<hitting::OutcomeGame>(rng, 0, misere, [&](const auto& given) {
                return hitting::OutcomeGame(given, misere);
            });
            const unsigned top = 1 + draw(rng, 3);
            check_ascending<hitting::ValueGame>(rng, top, misere, [&](const auto& given) {
                return hitting::ValueGame(given, top, misere);
            });
        }
    }
    check_pigeons(7);
}

}  // namespace perfectplay::test
