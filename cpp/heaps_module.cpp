// Subtraction games as Python sees them. All checks of input are Python's. Sequences come back as bytes,
// which need no NumPy: from heap 0 on, up to a whole number of words.
#include "modules.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "all_but.hpp"
#include "heap_record.hpp"
#include "python_run.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace perfectplay {
namespace {

using TakeList = std::vector<std::uint64_t>;
using MaybeBytes = std::optional<nb::bytes>;
using FoundPeriod = std::optional<std::tuple<std::uint64_t, std::uint64_t>>;
using FoundSaltus =
    std::optional<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>>;

// Small work is done at once: starting a thread would take longer.
constexpr std::uint64_t kSmall = 1 << 20;

template <class Job>
bool run_sized(std::uint64_t size, const Tick& tick, const Job& job) {
    if (size > kSmall) return run(tick, job);
    Progress progress;
    job(progress);
    return true;
}

nb::bytes empty_bytes(std::size_t size) {
    PyObject* const bytes = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
    if (!bytes) throw nb::python_error();
    return nb::steal<nb::bytes>(bytes);
}

template <class Value>
Value* data_of(const nb::bytes& bytes) {
    return reinterpret_cast<Value*>(PyBytes_AS_STRING(bytes.ptr()));
}

// `write(takes, out, words, progress)` into `per_word` entries a word.
template <class Value, class Write>
MaybeBytes written(const TakeList& takes, std::uint64_t heaps, std::size_t per_word,
                   const Tick& tick, const Write& write) {
    const std::size_t words = (heaps + kWordBits - 1) / kWordBits;
    nb::bytes out = empty_bytes(words * per_word * sizeof(Value));
    Value* const to = data_of<Value>(out);
    const bool finished =
        run_sized(words * kWordBits * (takes.size() + 1), tick, [&](Progress& progress) {
            write(Takes(takes.data(), takes.data() + takes.size()), to, words, progress);
        });
    return finished ? MaybeBytes(std::move(out)) : MaybeBytes();
}

}  // namespace

void bind_heaps(nb::module_& m) {
    m.def(
        "heap_bits",
        [](const TakeList& takes, std::uint64_t heaps, const Tick& tick) {
            return written<Word>(takes, heaps, 1, tick, write_bits);
        },
        "takes"_a, "heaps"_a, "tick"_a);
    m.def(
        "heap_letters",
        [](const TakeList& takes, std::uint64_t heaps, const Tick& tick) {
            return written<std::uint8_t>(takes, heaps, kWordBits, tick, write_letters);
        },
        "takes"_a, "heaps"_a, "tick"_a);
    m.def(
        "heap_values",
        [](const TakeList& takes, std::uint64_t heaps, bool wide, std::size_t bytes,
           const Tick& tick) {
            const auto write = [bytes](const Takes& of, auto* out, std::size_t words,
                                       Progress& progress) {
                write_values(of, out, words, bytes, progress);
            };
            return wide ? written<std::uint32_t>(takes, heaps, kWordBits, tick, write)
                        : written<std::uint8_t>(takes, heaps, kWordBits, tick, write);
        },
        "takes"_a, "heaps"_a, "wide"_a, "bytes"_a, "tick"_a);

    nb::class_<HeapRecord>(m, "HeapRecord")
        .def(
            "__init__",
            [](HeapRecord* self, const TakeList& takes, bool nim) {
                new (self) HeapRecord({takes.data(), takes.data() + takes.size()}, nim);
            },
            "takes"_a, "nim"_a)
        .def_prop_ro("layers", &HeapRecord::layers)
        .def_prop_ro("heaps", &HeapRecord::heaps)
        .def("value", &HeapRecord::value, "heap"_a)
        .def(
            "grow",
            [](HeapRecord& record, std::uint64_t heaps, std::size_t bytes, const Tick& tick) {
                return run_sized(
                    heaps * (record.takes().count() + 1), tick,
                    [&](Progress& progress) { record.grow(heaps, bytes, progress); });
            },
            "heaps"_a, "bytes"_a, "tick"_a)
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
        .def(
            "values",
            [](const HeapRecord& record, std::uint64_t heaps, bool wide) {
                const nb::bytes out = empty_bytes(heaps * (wide ? sizeof(std::uint32_t) : 1));
                if (wide) record.values(data_of<std::uint32_t>(out), heaps);
                else record.values(data_of<std::uint8_t>(out), heaps);
                return out;
            },
            "heaps"_a, "wide"_a);

    nb::class_<AllBut>(m, "AllBut")
        .def(nb::init<TakeList>(), "excluded"_a)
        .def_prop_ro("heaps", &AllBut::heaps)
        .def("value", [](const AllBut& game, std::size_t heap) { return game.values()[heap]; },
             "heap"_a)
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
            [](const AllBut& game, std::uint64_t heaps) {
                const nb::bytes out = empty_bytes(heaps * sizeof(std::uint32_t));
                std::copy_n(game.values().begin(), heaps, data_of<std::uint32_t>(out));
                return out;
            },
            "heaps"_a);
}

}  // namespace perfectplay
