// The part of the compiled core that is about heaps.
#pragma once

#include <nanobind/nanobind.h>

namespace perfectplay {

void bind_heaps(nanobind::module_& m);

}  // namespace perfectplay
