// The compiled core as Python sees it: a table of contents. All checks of input are Python's.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "lookup.hpp"
#include "modules.hpp"
#include "paths.hpp"
#include "python_run.hpp"
#include "table.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace perfectplay;

namespace {

using Points = nb::ndarray<const std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

using Masks = nb::ndarray<const Mask, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Values = nb::ndarray<std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

struct Settings {
    unsigned bytes;
    std::string path;
    bool count_alike;
};

Table* make_table(unsigned items, Score score, const Settings& settings) {
    const Path* const path = find_path(settings.path);
    if (!path) throw nb::value_error("no such path on this machine");
    return new Table(items, std::move(score), settings.bytes, *path, settings.count_alike);
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
    m.attr("MAX_ITEMS") = kMaxItems;
    m.attr("MAX_COLOURS") = kMaxColours;
    m.attr("MAX_REGIONS_OF_ITEM") = kMaxRegionsOfItem;
    m.attr("LOONY") = static_cast<int>(kLoony);

    nb::class_<Settings>(m, "Settings")
        .def(nb::init<unsigned, std::string, bool>(), "bytes"_a, "path"_a, "count_alike"_a);

    nb::class_<Table>(m, "Table")
        .def_prop_ro("stored", &Table::stored)
        .def_prop_ro("blocks", &Table::blocks)
        .def_prop_ro("block_memory", &Table::block_memory)
        .def("value", &Table::value, "taken"_a)
        .def(
            "values",
            [](const Table& table, const std::vector<unsigned>& free, const Masks& masks,
               const Values& values) {
                const nb::gil_scoped_release no_gil;
                const Finder finder(table, free);
                for (std::size_t k = 0; k < masks.shape(0); ++k) {
                    values.data()[k] =
                        static_cast<std::int16_t>(table.value_at(finder.cell(masks.data()[k])));
                }
            },
            "free"_a, "masks"_a, "values"_a)
        .def(
            "histogram",
            [](const Table& table, int most, const Tick& tick) {
                std::vector<std::vector<std::uint64_t>> counts;
                run(tick, [&](Progress& p) { counts = histogram(table, most, p); });
                return counts;
            },
            "most"_a, "tick"_a)
        .def(
            "prepare",
            [](Table& table, unsigned threads, const Tick& tick) {
                return run(tick, [&](Progress& p) { table.prepare(threads, p); });
            },
            "threads"_a, "tick"_a)
        .def(
            "solve",
            [](Table& table, Turn turn, Objective objective, unsigned threads, const Tick& tick) {
                return run(tick,
                           [&](Progress& p) { table.solve({turn, objective}, threads, p); });
            },
            "turn"_a, "objective"_a, "threads"_a, "tick"_a)
        .def(
            "solve_nimbers",
            [](Table& table, unsigned threads, const Tick& tick) {
                return run(tick, [&](Progress& p) { table.solve_nimbers(threads, p); });
            },
            "threads"_a, "tick"_a);

    m.def(
        "regions_table",
        [](unsigned items, std::vector<Mask> masks, std::vector<std::int32_t> weights,
           const Settings& settings) {
            return make_table(items, Regions{std::move(masks), std::move(weights)}, settings);
        },
        "items"_a, "masks"_a, "weights"_a, "settings"_a);
    m.def(
        "gems_table",
        [](unsigned items, std::int64_t melt, std::vector<std::int64_t> cooker,
           std::vector<std::vector<std::int64_t>> bags, const Settings& settings) {
            return make_table(items, Gems{melt, std::move(cooker), std::move(bags)}, settings);
        },
        "items"_a, "melt"_a, "cooker"_a, "bags"_a, "settings"_a);
    m.def(
        "function_table",
        [](unsigned items, const Points& points, const Settings& settings) {
            const std::int16_t* const first = points.data();
            return make_table(items, Function{{first, first + points.shape(0)}}, settings);
        },
        "items"_a, "points"_a, "settings"_a);

    bind_search(m);
    bind_heaps(m);
    bind_infer(m);
}
