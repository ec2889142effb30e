// expect: none
// flags: -pthread
// Two contexts of one thread, each a thread to the analysis, hand the counter to each other.
#include <cstdlib>
#include <ucontext.h>

extern "C" {
void* __tsan_get_current_fiber();
void* __tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void* fiber);
void __tsan_switch_to_fiber(void* fiber, unsigned flags);
}

static ucontext_t contexts[2];
static void* fibers[2];
int counter;

static void switch_to(int which) {
  __tsan_switch_to_fiber(fibers[which], 0);
  swapcontext(&contexts[1 - which], &contexts[which]);
}
static void body() {
  for (;;) {
    ++counter;
    switch_to(0);
  }
}

int main() {
  getcontext(&contexts[1]);
  contexts[1].uc_stack.ss_size = 1 << 18;
  contexts[1].uc_stack.ss_sp = std::malloc(1 << 18);
  makecontext(&contexts[1], body, 0);
  fibers[0] = __tsan_get_current_fiber();
  fibers[1] = __tsan_create_fiber(0);
  for (int i = 0; i < 10; ++i) {
    ++counter;
    switch_to(1);
  }
  __tsan_destroy_fiber(fibers[1]);
  std::free(contexts[1].uc_stack.ss_sp);
}
