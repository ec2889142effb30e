// Memory for the runtime's heap, by plain system calls.
#pragma once

#include "base/heap.h"

namespace steward {

// Not dumped with a core of the program, never in huge pages, and counted in memory_use. If the
// system has none left, what was reserved for that case is handed out, and memory_use knows.
const PageSource& runtime_pages();

// Takes the reserve. Before that, and when it is used up, nothing can be done without memory: the
// process ends with a message. REQUIRES: no other thread uses the runtime.
void reserve_pages();
// Whether much of it has been used.
bool reserve_runs_out();

}  // namespace steward
