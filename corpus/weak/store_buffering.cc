// variant: relaxed shown
// variant: acquire-release shown
// variant: weak-fences shown
// variant: seq-cst never
// variant: fences never
// variant: one-fence shown
// Each sets its own flag and looks at the other's: neither sees the other. Only a single order of
// all four operations, or of a fence between the two of each, forbids that.
#include "weak.h"

static std::atomic<int> x, y;
static int first, second;

template <std::memory_order set, std::memory_order get>
void run(void (*one)(), void (*other)()) {
  weak::together(
      [=] {
        x.store(1, set);
        one();
        first = y.load(get);
      },
      [=] {
        y.store(1, set);
        other();
        second = x.load(get);
      });
  weak::outcome(first == 0 && second == 0);
}

static void nothing() {}
static void weak_fence() { std::atomic_thread_fence(memory_order_acq_rel); }
static void fence() { std::atomic_thread_fence(memory_order_seq_cst); }

int main(int argc, char** argv) {
  using weak::is;
  if (is(argc, argv, "relaxed")) run<memory_order_relaxed, memory_order_relaxed>(nothing, nothing);
  if (is(argc, argv, "acquire-release"))
    run<memory_order_release, memory_order_acquire>(nothing, nothing);
  if (is(argc, argv, "weak-fences"))
    run<memory_order_relaxed, memory_order_relaxed>(weak_fence, weak_fence);
  if (is(argc, argv, "seq-cst")) run<memory_order_seq_cst, memory_order_seq_cst>(nothing, nothing);
  if (is(argc, argv, "fences")) run<memory_order_relaxed, memory_order_relaxed>(fence, fence);
  if (is(argc, argv, "one-fence")) run<memory_order_relaxed, memory_order_relaxed>(fence, nothing);
}
