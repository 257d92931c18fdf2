// Subtraction games as Python sees them. All checks of input are Python's.
#include "heaps_module.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "all_but.hpp"
#include "heap_record.hpp"
#include "python_run.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace perfectplay {
namespace {

using TakeList = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Value>
using Out = nb::ndarray<Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Takes takes_of(const TakeList& list) { return {list.data(), list.data() + list.shape(0)}; }

// Small work is done at once: starting a thread would take longer.
constexpr std::uint64_t kSmall = 1 << 20;

template <class Job>
bool run_sized(std::uint64_t size, const Tick& tick, const Job& job) {
    if (size > kSmall) return run(tick, job);
    Progress progress;
    job(progress);
    return true;
}

// `write(takes, out, words, progress)` for an array with a whole number of words, `per_word` entries each.
template <class Value, class Write>
bool fill(const TakeList& list, const Out<Value>& out, std::size_t per_word, const Tick& tick,
          const Write& write) {
    const std::size_t words = out.shape(0) / per_word;
    return run_sized(words * kWordBits * (list.shape(0) + 1), tick, [&](Progress& progress) {
        write(takes_of(list), out.data(), words, progress);
    });
}

template <class Value>
void bind_values(nb::module_& m) {
    m.def(
        "heap_values",
        [](const TakeList& takes, const Out<Value>& out, const Tick& tick) {
            return fill(takes, out, kWordBits, tick, write_values<Value>);
        },
        "takes"_a, "out"_a.noconvert(), "tick"_a);
}

template <class Value>
void record_values(const HeapRecord& record, const Out<Value>& out) {
    record.values(out.data(), out.shape(0));
}

using FoundPeriod = std::optional<std::tuple<std::uint64_t, std::uint64_t>>;
using FoundSaltus =
    std::optional<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>>;

}  // namespace

void bind_heaps(nb::module_& m) {
    m.def(
        "heap_bits",
        [](const TakeList& takes, const Out<std::uint64_t>& out, const Tick& tick) {
            return fill(takes, out, 1, tick, write_bits);
        },
        "takes"_a, "out"_a.noconvert(), "tick"_a);
    m.def(
        "heap_letters",
        [](const TakeList& takes, const Out<std::uint8_t>& out, const Tick& tick) {
            return fill(takes, out, kWordBits, tick, write_letters);
        },
        "takes"_a, "out"_a.noconvert(), "tick"_a);
    bind_values<std::uint8_t>(m);
    bind_values<std::uint16_t>(m);
    bind_values<std::uint32_t>(m);

    nb::class_<HeapRecord>(m, "HeapRecord")
        .def(
            "__init__",
            [](HeapRecord* self, const TakeList& takes, bool nim) {
                new (self) HeapRecord(takes_of(takes), nim);
            },
            "takes"_a, "nim"_a)
        .def_prop_ro("heaps", &HeapRecord::heaps)
        .def_prop_ro("layers", &HeapRecord::layers)
        .def(
            "grow",
            [](HeapRecord& record, std::uint64_t heaps, const Tick& tick) {
                return run_sized(heaps * (record.takes().count() + 1), tick,
                                 [&](Progress& progress) { record.grow(heaps, progress); });
            },
            "heaps"_a, "tick"_a)
        .def(
            "period",
            [](const HeapRecord& record, const Tick& tick) {
                FoundPeriod found;
                run_sized(record.heaps(), tick, [&](Progress& progress) {
                    if (const auto p = record.period(progress)) found = {p->preperiod, p->period};
                });
                return found;
            },
            "tick"_a)
        .def("values", &record_values<std::uint8_t>, "out"_a.noconvert())
        .def("values", &record_values<std::uint32_t>, "out"_a.noconvert());

    nb::class_<AllBut>(m, "AllBut")
        .def(
            "__init__",
            [](AllBut* self, const TakeList& excluded) {
                new (self) AllBut({excluded.data(), excluded.data() + excluded.shape(0)});
            },
            "excluded"_a)
        .def_prop_ro("heaps", &AllBut::heaps)
        .def(
            "grow",
            [](AllBut& game, std::uint64_t heaps, const Tick& tick) {
                return run_sized(heaps, tick,
                                 [&](Progress& progress) { game.grow(heaps, progress); });
            },
            "heaps"_a, "tick"_a)
        .def(
            "period",
            [](const AllBut& game, const Tick& tick) {
                FoundSaltus found;
                run_sized(game.heaps(), tick, [&](Progress& progress) {
                    if (const auto p = game.period(progress)) {
                        found = {p->preperiod, p->period, p->saltus, p->heap};
                    }
                });
                return found;
            },
            "tick"_a)
        .def(
            "values",
            [](const AllBut& game, const Out<std::uint32_t>& out) {
                std::copy_n(game.values().begin(), out.shape(0), out.data());
            },
            "out"_a.noconvert());
}

}  // namespace perfectplay
