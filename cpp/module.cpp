// The compiled core as Python sees it: a table of contents. All checks of input are Python's.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/vector.h>

#include <chrono>

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

template <class MakeGains>
bool solve(Table& table, Rules rules, unsigned threads, const Tick& tick,
           const MakeGains& make_gains) {
    Progress progress;
    const nb::gil_scoped_release no_gil;
    run_watched(
        progress, [&] { table.solve(make_gains(), rules, threads, progress); },
        [&] { return watch(tick, progress); }, std::chrono::milliseconds(50));
    return !progress.stop;
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "The compiled core of perfectplay; private, see perfectplay.table.";

    nb::enum_<Turn>(m, "Turn").value("BONUS", Turn::bonus).value("ALTERNATE", Turn::alternate);
    nb::enum_<Objective>(m, "Objective")
        .value("MOST", Objective::most)
        .value("FEWEST", Objective::fewest)
        .value("LAST", Objective::last);

    nb::class_<Table>(m, "Table")
        .def(nb::init<unsigned, unsigned>(), "items"_a, "bytes"_a)
        .def("value", &Table::value, "taken"_a)
        .def(
            "solve_regions",
            [](Table& table, Turn turn, Objective objective, unsigned threads, Tick tick,
               std::vector<Mask> masks, std::vector<std::int32_t> weights) {
                const Regions regions{std::move(masks), std::move(weights)};
                return solve(table, {turn, objective}, threads, tick,
                             [&] { return RegionGains(table.items(), regions); });
            },
            "turn"_a, "objective"_a, "threads"_a, "tick"_a, "masks"_a, "weights"_a)
        .def(
            "solve_gems",
            [](Table& table, Turn turn, Objective objective, unsigned threads, Tick tick,
               std::int64_t melt, std::vector<std::int64_t> cooker,
               std::vector<std::vector<std::int64_t>> bags) {
                const Gems gems{melt, std::move(cooker), std::move(bags)};
                return solve(table, {turn, objective}, threads, tick,
                             [&] { return FunctionGains(points_of(table.items(), gems)); });
            },
            "turn"_a, "objective"_a, "threads"_a, "tick"_a, "melt"_a, "cooker"_a, "bags"_a)
        .def(
            "solve_function",
            [](Table& table, Turn turn, Objective objective, unsigned threads, Tick tick,
               const Points& points) {
                return solve(table, {turn, objective}, threads, tick, [&] {
                    return FunctionGains({points.data(), points.data() + points.shape(0)});
                });
            },
            "turn"_a, "objective"_a, "threads"_a, "tick"_a, "points"_a);
}
