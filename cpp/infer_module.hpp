// The part of the compiled core that infers takes from outcomes.
#pragma once

#include <nanobind/nanobind.h>

namespace perfectplay {

void bind_infer(nanobind::module_& m);

}  // namespace perfectplay
