// The search engine as Python sees it. All checks of input are Python's.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "modules.hpp"
#include "search/engine.hpp"
#include "python_run.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace perfectplay {

namespace {

using Symmetries = std::vector<std::vector<unsigned>>;
using Points = nb::ndarray<const std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

constexpr std::pair<const char*, bool Techniques::*> kTechniques[] = {
    {"lookahead", &Techniques::lookahead}, {"replies", &Techniques::replies},
    {"remembered", &Techniques::remembered},
    {"symmetries", &Techniques::symmetries}, {"relabel", &Techniques::relabel},
    {"loose", &Techniques::loose},         {"pairs", &Techniques::pairs},
    {"shortest", &Techniques::shortest},   {"prices", &Techniques::prices},
    {"endgames", &Techniques::endgames},
};

// The items of a game, in the order in which moves are tried, and its rules.
struct Items {
    unsigned count;
    int total;
    Rules rules;
    std::vector<Mask> classes;
    Symmetries symmetries;
    std::size_t bytes, most;  // of the transposition table at first, and later
    bool wide;
    Techniques techniques;
};

// All techniques but these.
Techniques techniques_without(const std::vector<std::string>& names) {
    Techniques techniques;
    for (const std::string& name : names) {
        const auto found = std::find_if(std::begin(kTechniques), std::end(kTechniques),
                                        [&](const auto& known) { return name == known.first; });
        if (found == std::end(kTechniques)) throw nb::value_error("no such technique");
        techniques.*(found->second) = false;
    }
    return techniques;
}

template <class Score>
std::unique_ptr<Engine> engine_of(const Items& items, Score score) {
    SetsModel<Score> model(items.count, std::move(score), items.total, items.rules, items.classes,
                           items.techniques.symmetries ? items.symmetries : Symmetries{});
    return std::make_unique<EngineOf<SetsModel<Score>>>(std::move(model), items.bytes, items.most, items.wide,
                                                        items.techniques);
}

constexpr std::size_t kFewColours = 8;

}  // namespace

void bind_search(nb::module_& m) {
    m.def("technique_names", [] {
        std::vector<std::string> names;
        for (const auto& [name, use] : kTechniques) names.emplace_back(name);
        return names;
    });

    nb::class_<Items>(m, "Items")
        .def(
            "__init__",
            [](Items* self, unsigned count, int total, Turn turn, Objective objective,
               std::vector<Mask> classes, Symmetries symmetries, std::size_t bytes, std::size_t most,
               bool wide, const std::vector<std::string>& without) {
                new (self) Items{count,
                                 total,
                                 {turn, objective},
                                 std::move(classes),
                                 std::move(symmetries),
                                 bytes,
                                 most,
                                 wide,
                                 techniques_without(without)};
            },
            "count"_a, "total"_a, "turn"_a, "objective"_a, "classes"_a, "symmetries"_a, "bytes"_a,
            "most"_a, "wide"_a, "without"_a);

    nb::class_<Engine>(m, "Search")
        .def(
            "ask",
            [](Engine& engine, Mask free, int b, unsigned threads, std::uint64_t most_nodes,
               const Tick& tick) {
                Bounds bounds{};
                std::uint64_t nodes = 0;
                run(tick, [&](Progress& progress) {
                    bounds = engine.ask(free, b, threads, most_nodes, progress);
                    nodes = progress.done.load();
                });
                return nb::make_tuple(bounds.low, bounds.high, nodes);
            },
            "free"_a, "b"_a, "threads"_a, "most_nodes"_a, "tick"_a,
            nb::sig("def ask(self, free: int, b: int, threads: int, most_nodes: int, "
                    "tick: collections.abc.Callable[[int], bool]) -> tuple[int, int, int]"))
        .def(
            "known",
            [](Engine& engine, Mask free) {
                const Bounds bounds = engine.known(free);
                return nb::make_tuple(bounds.low, bounds.high);
            },
            "free"_a, nb::sig("def known(self, free: int) -> tuple[int, int]"))
        .def_prop_ro("fill", [](Engine& engine) { return engine.fill(); })
        .def_prop_ro("entries", [](Engine& engine) { return engine.entries(); })
        // The transposition table as bytes, to be saved and read back; not during `ask`.
        .def_prop_ro(
            "memory",
            [](Engine& engine) {
                return Bytes(engine.table().data(), {engine.table().size()}, nb::handle());
            },
            nb::rv_policy::reference_internal)
        .def("memory_read", [](Engine& engine) { engine.table_read(); });

    m.def(
        "strings_search",
        [](std::vector<std::array<int, 2>> ends, unsigned coins, Symmetries symmetries,
           std::size_t bytes, std::size_t most,
           const std::vector<std::string>& without) -> std::unique_ptr<Engine> {
            const Techniques techniques = techniques_without(without);
            StringsModel model(StringGraph(std::move(ends), coins), std::move(symmetries), techniques);
            return std::make_unique<EngineOf<StringsModel>>(std::move(model), bytes, most, false, techniques);
        },
        "ends"_a, "coins"_a, "symmetries"_a, "bytes"_a, "most"_a, "without"_a);
    m.def(
        "regions_search",
        [](const Items& items, std::vector<Mask> masks, std::vector<std::int32_t> weights) {
            return engine_of(items,
                             RegionsScore(items.count, Regions{std::move(masks), std::move(weights)}));
        },
        "items"_a, "masks"_a, "weights"_a);
    m.def(
        "gems_search",
        [](const Items& items, std::int64_t melt, std::vector<std::int64_t> cooker,
           std::vector<std::vector<std::int64_t>> bags) {
            const Gems gems{melt, std::move(cooker), std::move(bags)};
            if (gems.cooker.size() <= kFewColours) {
                return engine_of(items, GemsScore<kFewColours>(items.count, gems));
            }
            return engine_of(items, GemsScore<kMaxColours>(items.count, gems));
        },
        "items"_a, "melt"_a, "cooker"_a, "bags"_a);
    m.def(
        "function_search",
        [](const Items& items, const Points& points) {
            const std::int16_t* const first = points.data();
            return engine_of(items,
                             FunctionScore(items.count, {{first, first + points.shape(0)}}));
        },
        "items"_a, "points"_a);
}

}  // namespace perfectplay
