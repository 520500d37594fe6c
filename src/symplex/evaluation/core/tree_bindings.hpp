#pragma once

#include <nanobind/nanobind.h>

namespace symplex {

// Adds TreeTable, Mutator and SeenKeys to the module.
void bind_trees(nanobind::module_& module);

}  // namespace symplex
