// Memory for the runtime's heap, by plain system calls.
#pragma once

#include "base/heap.h"

namespace steward {

// Not dumped with a core of the program, and only what is touched counts.
const PageSource& runtime_pages();

}  // namespace steward
