// variant: relaxed shown
// variant: release-only shown
// variant: acquire-only shown
// variant: acquire-release never
// variant: fences never
// variant: seq-cst never
// One writes the message, then the flag. The other sees the flag, but not the message.
#include "weak.h"

static std::atomic<int> message, flag;
static bool seen_without;

template <std::memory_order set, std::memory_order get>
void run(bool fences = false) {
  weak::together(
      [=] {
        message.store(1, memory_order_relaxed);
        if (fences) std::atomic_thread_fence(memory_order_release);
        flag.store(1, set);
      },
      [=] {
        if (flag.load(get) == 0) return;
        if (fences) std::atomic_thread_fence(memory_order_acquire);
        seen_without = message.load(memory_order_relaxed) == 0;
      });
  weak::outcome(seen_without);
}

int main(int argc, char** argv) {
  using weak::is;
  if (is(argc, argv, "relaxed")) run<memory_order_relaxed, memory_order_relaxed>();
  if (is(argc, argv, "release-only")) run<memory_order_release, memory_order_relaxed>();
  if (is(argc, argv, "acquire-only")) run<memory_order_relaxed, memory_order_acquire>();
  if (is(argc, argv, "acquire-release")) run<memory_order_release, memory_order_acquire>();
  if (is(argc, argv, "fences")) run<memory_order_relaxed, memory_order_relaxed>(true);
  if (is(argc, argv, "seq-cst")) run<memory_order_seq_cst, memory_order_seq_cst>();
}
