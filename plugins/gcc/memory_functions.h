// Functions of libc that read and write as much memory as they are told: what a call of one
// accesses.
#pragma once

#include <vector>

#include "gcc.h"

namespace steward_guard {

struct MemoryRange {
  tree begin;
  tree size;
  bool writes;
};

std::vector<MemoryRange> ranges_of(const gcall* call);

}  // namespace steward_guard
