#pragma once

#include <nanobind/nanobind.h>

namespace symplex {

// Adds TreeTable, Alphabet and Mutator to the module.
void bind_trees(nanobind::module_& module);

}  // namespace symplex
