// Inference of takes as Python sees it. All checks of input are Python's, and so is the clock: searches
// run for some nodes and are called again.
#include "modules.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <stdexcept>
#include <variant>

#include "ascending.hpp"
#include "clause_solver.hpp"
#include "infer_word.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace perfectplay {
namespace {

using clauses::ClauseSolver;
using namespace hitting;

using Takes = std::vector<std::uint32_t>;
using AscendingSets = std::variant<Ascending<OutcomeGame>, Ascending<ValueGame>>;
using Release = nb::call_guard<nb::gil_scoped_release>;

Takes members(const Row& row) {
    Takes found;
    each(row.data(), row.size(), [&](std::size_t t) { found.push_back(static_cast<std::uint32_t>(t)); });
    return found;
}

std::optional<bool> answered(Result result) {
    return result == Result::unfinished ? std::nullopt : std::optional(result == Result::found);
}

// A part of a problem, and how far the search for its smallest size is. Takes are those of the problem.
struct Part {
    explicit Part(const Rows& clauses) : problem(clauses), smallest(problem) {}
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

    Takes named(const Row& row) const {
        Takes found = members(row);
        for (auto& t : found) t = problem.takes[t];
        return found;
    }
    std::uint32_t from(std::uint32_t take) const {  // the number of the first take from `take` on
        const auto at = std::lower_bound(problem.takes.begin(), problem.takes.end(), take);
        return static_cast<std::uint32_t>(at - problem.takes.begin());
    }

    Problem problem;
    Smallest smallest;
};

struct FirstSet {
    FirstSet(const Part& of, const Takes& chosen, std::uint32_t start, std::size_t size,
             const Takes& known)
        : part(of), first(of.problem, numbers(chosen), of.from(start), size) {
        if (known.empty()) return;
        Row row(of.problem.take_words);
        for (const auto t : numbers(known)) add(row.data(), t);
        first.improve(row);
    }

    Takes numbers(Takes takes) const {
        for (auto& take : takes) take = part.from(take);
        return takes;
    }

    const Part& part;
    First first;
};

struct SetCount {
    SetCount(const Part& part, std::size_t size)
        : search(part.problem, part.problem.all_clauses(), part.problem.all_takes(), size, true) {}
    Search search;
};

// Clauses as rows of bytes, the lowest bits first.
struct HittingSet {
    HittingSet(const nb::bytes& bytes, std::size_t row_bytes, bool one_answer) {
        const std::size_t count = row_bytes ? bytes.size() / row_bytes : 0;
        Rows rows(std::max<std::size_t>(1, (row_bytes + 7) / 8), count);
        for (std::size_t c = 0; c < count; ++c) {
            std::memcpy(rows[c], bytes.c_str() + c * row_bytes, row_bytes);
            if (empty(rows[c], rows.words)) throw std::invalid_argument("a clause is empty");
        }
        const nb::gil_scoped_release no_gil;
        Reduced simpler = reduced(std::move(rows), one_answer);
        forced = members(simpler.forced);
        parts = independent_parts(simpler.rest);
    }
    Takes forced;
    std::vector<Rows> parts{};
};

}  // namespace

void bind_infer(nb::module_& m) {
    m.def("infer_word", &infer_word, "outcomes"_a, "largest"_a);

    nb::class_<HittingSet>(m, "HittingSet")
        .def(nb::init<nb::bytes, std::size_t, bool>(), "clauses"_a, "row_bytes"_a, "one_answer"_a)
        .def_ro("forced", &HittingSet::forced)
        .def_prop_ro("part_count", [](const HittingSet& set) { return set.parts.size(); })
        .def(
            "part",
            [](const HittingSet& set, std::size_t k) {
                const nb::gil_scoped_release no_gil;
                return new Part(set.parts.at(k));
            },
            "k"_a);

    nb::class_<Part>(m, "HittingPart")
        .def_prop_ro("clauses",
                     [](const Part& part) {
                         const Rows& rows = part.problem.clauses;
                         std::vector<Takes> listed;
                         for (std::size_t c = 0; c < rows.size(); ++c) {
                             listed.push_back(part.named(Row(rows[c], rows[c] + rows.words)));
                         }
                         return listed;
                     })
        .def_prop_ro("takes", [](const Part& part) { return part.problem.takes; })
        .def_prop_ro("lower", [](const Part& part) { return part.smallest.lower(); })
        .def_prop_ro("upper", [](const Part& part) { return part.smallest.upper(); })
        .def_prop_ro("cover", [](const Part& part) { return part.named(part.smallest.cover()); })
        .def(
            "search", [](Part& part, std::uint64_t nodes) { return part.smallest.run(nodes); },
            "nodes"_a, Release());

    nb::class_<FirstSet>(m, "FirstSet")
        .def(nb::init<const Part&, const Takes&, std::uint32_t, std::size_t, const Takes&>(),
             "part"_a, "chosen"_a, "start"_a, "size"_a, "known"_a, nb::keep_alive<1, 2>())
        .def(
            "search",
            [](FirstSet& set, std::uint64_t nodes) { return answered(set.first.run(nodes)); },
            "nodes"_a, Release())
        .def_prop_ro("takes", [](const FirstSet& set) { return set.part.named(set.first.chosen()); });

    nb::class_<SetCount>(m, "SetCount")
        .def(nb::init<const Part&, std::size_t>(), "part"_a, "size"_a, nb::keep_alive<1, 2>())
        .def(
            "search",
            [](SetCount& sets, std::uint64_t nodes) {
                return sets.search.run(nodes) != Result::unfinished;
            },
            "nodes"_a, Release())
        .def_prop_ro("count", [](const SetCount& sets) { return sets.search.counted(); });

    m.attr("MOST_TOP") = ValueGame::kMostTop;
    m.attr("UNKNOWN") = kUnknown;
    nb::class_<AscendingSets>(m, "AscendingSets")
        .def(
            "__init__",
            [](AscendingSets* self, const nb::bytes& given, unsigned top, unsigned stuck,
               const Takes& takes, const Takes& required) {
                const auto* const from = reinterpret_cast<const std::uint8_t*>(given.c_str());
                const std::vector<std::uint8_t> values(from, from + given.size());
                if (top) {
                    new (self) AscendingSets(
                        Ascending(ValueGame(values, top, stuck), takes, required));
                } else {
                    new (self) AscendingSets(Ascending(OutcomeGame(values, stuck), takes, required));
                }
            },
            "given"_a, "top"_a, "stuck"_a, "takes"_a, "required"_a)
        .def(
            "start",
            [](AscendingSets& sets, std::size_t size) {
                std::visit([&](auto& of) { of.start(size); }, sets);
            },
            "size"_a)
        .def("start_all",
             [](AscendingSets& sets) { std::visit([](auto& of) { of.start_all(); }, sets); })
        .def(
            "count",
            [](AscendingSets& sets, std::uint64_t plays) {
                return std::visit([&](auto& of) { return of.count(plays); }, sets) == Result::none;
            },
            "plays"_a, Release())
        .def_prop_ro("counted",
                     [](const AscendingSets& sets) {
                         return std::visit([](const auto& of) { return of.counted(); }, sets);
                     })
        .def(
            "next",
            [](AscendingSets& sets, std::uint64_t plays) {
                return answered(std::visit([&](auto& of) { return of.next(plays); }, sets));
            },
            "plays"_a, Release())
        .def_prop_ro("takes", [](const AscendingSets& sets) {
            return std::visit([](const auto& of) { return of.found(); }, sets);
        });

    nb::class_<ClauseSolver>(m, "ClauseSolver")
        .def(nb::init<>())
        .def(
            "add",
            [](ClauseSolver& solver, const nb::bytes& literals) {  // 32 bits each, 0 ends a clause
                std::vector<std::int32_t> all(literals.size() / sizeof(std::int32_t));
                std::memcpy(all.data(), literals.c_str(), all.size() * sizeof(std::int32_t));
                const nb::gil_scoped_release no_gil;
                const std::int32_t* begin = all.data();
                for (const std::int32_t& literal : all) {
                    if (literal) continue;
                    solver.add(begin, &literal);
                    begin = &literal + 1;
                }
            },
            "literals"_a)
        .def(
            "solve",
            [](ClauseSolver& solver, const std::vector<std::int32_t>& assumptions,
               double seconds) -> std::optional<bool> {
                const nb::gil_scoped_release no_gil;
                const auto answer = solver.solve(assumptions, seconds);
                if (answer == clauses::Answer::unfinished) return std::nullopt;
                return answer == clauses::Answer::yes;
            },
            "assumptions"_a, "seconds"_a)
        .def(
            "true_up_to",
            [](const ClauseSolver& solver, std::uint32_t variable) {
                Takes found;
                for (std::uint32_t v = 1; v <= variable; ++v) {
                    if (solver.is_true(v)) found.push_back(v);
                }
                return found;
            },
            "variable"_a)
        .def_prop_ro("conflicts", &ClauseSolver::conflicts);
}

}  // namespace perfectplay
