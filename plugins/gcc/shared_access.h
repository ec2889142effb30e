// Which memory a reference of the compiler's stands for, and whether another thread may access it.
#pragma once

#include "gcc.h"

namespace steward_guard {

// One access to memory. An empty address: none that has to be checked.
struct SharedAccess {
  tree place = NULL_TREE;  // the reference itself, or the bit-field's neighbours with it
  HOST_WIDE_INT size = 0;  // in bytes
  explicit operator bool() const { return place != NULL_TREE; }
};

// What reading or writing `reference` accesses. Counts those that nobody else can access.
SharedAccess shared_access(tree reference);

// Whether it is the pointer to an object's virtual functions.
bool is_vptr(const_tree reference);

}  // namespace steward_guard
