// The compiled core as Python sees it: a table of contents. All checks of input are Python's.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>

#include "paths.hpp"
#include "table.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace perfectplay;

namespace {

using Tick = nb::typed<nb::callable, bool(std::uint64_t)>;
using Points = nb::ndarray<const std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Calls back into Python now and then: for Ctrl-C, for the caller's progress, for the time limit.
bool watch(const Tick& tick, const Progress& progress) {
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    return nb::cast<bool>(tick(progress.done.load()));
}

// Runs the job without the GIL; returns whether it was allowed to finish.
template <class Job>
bool run(const Tick& tick, const Job& job) {
    Progress progress;
    const nb::gil_scoped_release no_gil;
    run_watched(
        progress, [&] { job(progress); }, [&] { return watch(tick, progress); },
        std::chrono::milliseconds(50));
    return !progress.stop;
}

template <class Score>
bool solve(Table& table, const Score& score, Turn turn, Objective objective, unsigned threads,
           const Tick& tick) {
    return run(tick, [&](Progress& progress) {
        table.solve(score, {turn, objective}, threads, progress);
    });
}

Table* make_table(unsigned items, unsigned bytes, const std::string& path) {
    const Path* const found = find_path(path);
    if (!found) throw nb::value_error("no such path on this machine");
    return new Table(items, bytes, *found);
}

std::vector<std::string> path_names() {
    std::vector<std::string> names;
    for (const Path* path : usable_paths()) names.emplace_back(path->name);
    return names;
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "The compiled core of perfectplay; private, see perfectplay.table.";

    nb::enum_<Turn>(m, "Turn").value("BONUS", Turn::bonus).value("ALTERNATE", Turn::alternate);
    nb::enum_<Objective>(m, "Objective")
        .value("MOST", Objective::most)
        .value("FEWEST", Objective::fewest)
        .value("LAST", Objective::last);
    m.def("path_names", &path_names);
    m.def("table_bytes", &Table::size_of, "items"_a, "bytes"_a);
    m.attr("MAX_ITEMS") = kMaxItems;
    m.attr("MAX_COLOURS") = kMaxColours;

    nb::class_<Table>(m, "Table")
        .def(nb::new_(&make_table), "items"_a, "bytes"_a, "path"_a)
        .def("value", &Table::value, "taken"_a)
        .def(
            "prepare",
            [](Table& table, bool with_points, unsigned threads, Tick tick) {
                return run(tick, [&](Progress& p) { table.prepare(with_points, threads, p); });
            },
            "with_points"_a, "threads"_a, "tick"_a)
        .def(
            "solve_regions",
            [](Table& table, Turn turn, Objective objective, unsigned threads, Tick tick,
               std::vector<Mask> masks, std::vector<std::int32_t> weights) {
                const Regions regions{std::move(masks), std::move(weights)};
                return solve(table, regions, turn, objective, threads, tick);
            },
            "turn"_a, "objective"_a, "threads"_a, "tick"_a, "masks"_a, "weights"_a)
        .def(
            "solve_gems",
            [](Table& table, Turn turn, Objective objective, unsigned threads, Tick tick,
               std::int64_t melt, std::vector<std::int64_t> cooker,
               std::vector<std::vector<std::int64_t>> bags) {
                const Gems gems{melt, std::move(cooker), std::move(bags)};
                return solve(table, gems, turn, objective, threads, tick);
            },
            "turn"_a, "objective"_a, "threads"_a, "tick"_a, "melt"_a, "cooker"_a, "bags"_a)
        .def(
            "solve_function",
            [](Table& table, Turn turn, Objective objective, unsigned threads, Tick tick,
               const Points& points) {
                const Function function{table.items(), points.data()};
                return solve(table, function, turn, objective, threads, tick);
            },
            "turn"_a, "objective"_a, "threads"_a, "tick"_a, "points"_a);
}
