// Functions of the C++ library that promise not to throw, and whose promise can be lifted: nearly
// all that look into a container are such.
#pragma once

#include "gcc.h"

namespace steward_guard {

// Whether the promise of this function is to count for nothing, as the user wants it.
bool is_lifted(const_tree function);

}  // namespace steward_guard
