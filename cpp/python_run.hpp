// Long work on behalf of Python.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>

#include "parallel.hpp"

namespace perfectplay {

using Tick = nanobind::typed<nanobind::callable, bool(std::uint64_t)>;

// Runs the job without the GIL and calls back into Python now and then: for Ctrl-C, for the caller's
// progress, for the time limit. Returns whether the job was allowed to finish.
template <class Job>
bool run(const Tick& tick, const Job& job) {
    Progress progress;
    const nanobind::gil_scoped_release no_gil;
    run_watched(
        progress, [&] { job(progress); },
        [&] {
            const nanobind::gil_scoped_acquire gil;
            if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
            return nanobind::cast<bool>(tick(progress.done.load()));
        },
        std::chrono::milliseconds(50));
    return !progress.stop;
}

}  // namespace perfectplay
