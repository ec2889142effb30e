#include "runtime/explore/stops.h"

// Empty, but calls of them are not left out.
extern "C" {
[[gnu::noinline]] void steward_at_race(unsigned first, unsigned second) {
  asm volatile("" ::"r"(first), "r"(second) : "memory");
}
[[gnu::noinline]] void steward_at_stale_read(const void* address, unsigned long size) {
  asm volatile("" ::"r"(address), "r"(size) : "memory");
}
[[gnu::noinline]] void steward_at_dead_end() { asm volatile("" ::: "memory"); }
}
