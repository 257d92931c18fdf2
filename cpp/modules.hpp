// The parts of the compiled module, each bound in a file of its own.
#pragma once

#include <nanobind/nanobind.h>

namespace perfectplay {

void bind_heaps(nanobind::module_& m);
void bind_infer(nanobind::module_& m);
void bind_search(nanobind::module_& m);

}  // namespace perfectplay
