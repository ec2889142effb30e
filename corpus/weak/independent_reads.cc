// variant: acquire shown
// variant: relaxed shown
// variant: seq-cst never
// variant: fences never
// Two write, each to its own. Two others read both, in opposite orders, and see the writes in
// opposite orders (IRIW).
#include "weak.h"

static std::atomic<int> x, y;
static int first_x, first_y, second_x, second_y;

template <std::memory_order set, std::memory_order get>
void run(bool fences = false) {
  weak::together([] { x.store(1, set); }, [] { y.store(1, set); },
                 [=] {
                   first_x = x.load(get);
                   if (fences) std::atomic_thread_fence(memory_order_seq_cst);
                   first_y = y.load(get);
                 },
                 [=] {
                   second_y = y.load(get);
                   if (fences) std::atomic_thread_fence(memory_order_seq_cst);
                   second_x = x.load(get);
                 });
  weak::outcome(first_x == 1 && first_y == 0 && second_y == 1 && second_x == 0);
}

int main(int argc, char** argv) {
  using weak::is;
  if (is(argc, argv, "acquire")) run<memory_order_release, memory_order_acquire>();
  if (is(argc, argv, "relaxed")) run<memory_order_relaxed, memory_order_relaxed>();
  if (is(argc, argv, "seq-cst")) run<memory_order_seq_cst, memory_order_seq_cst>();
  if (is(argc, argv, "fences")) run<memory_order_relaxed, memory_order_relaxed>(true);
}
