// Random programs in C: threads, locks, conditions, semaphores, atomics and fences of all orders,
// accesses of all sizes and alignments, memory functions, the heap.
#pragma once

#include <cstdint>
#include <string>

namespace steward::live_test {

// The source of the program that `seed` stands for. It ends whatever the schedule is: locks are
// taken in one order, and nobody waits without a limit. Each of its accesses is a place of its own
// and happens at most once, so no two races of a run are the same one; what is reported is all.
std::string generated_program(std::uint64_t seed);

}  // namespace steward::live_test
