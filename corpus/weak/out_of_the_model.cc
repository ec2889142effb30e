// variant: load-buffering never
// variant: two-plus-two-writes never
// What the standard allows for relaxed operations, and this model never shows: each thread reads
// what the other stores only afterwards; and stores to two objects that take effect in opposite
// orders. Modification order is the order of the execution here, and nobody reads the future.
#include "weak.h"

static std::atomic<int> x, y;
static int first, second;

int main(int argc, char** argv) {
  if (weak::is(argc, argv, "load-buffering")) {
    weak::together(
        [] {
          first = x.load(memory_order_relaxed);
          y.store(1, memory_order_relaxed);
        },
        [] {
          second = y.load(memory_order_relaxed);
          x.store(1, memory_order_relaxed);
        });
    weak::outcome(first == 1 && second == 1);
  }
  if (weak::is(argc, argv, "two-plus-two-writes")) {
    weak::together(
        [] {
          x.store(1, memory_order_relaxed);
          y.store(2, memory_order_relaxed);
        },
        [] {
          y.store(1, memory_order_relaxed);
          x.store(2, memory_order_relaxed);
        });
    weak::outcome(x.load(memory_order_relaxed) == 1 && y.load(memory_order_relaxed) == 1);
  }
}
