// expect: none
// Contexts that the program does not describe as fibers: whoever is switched back to has the calls
// that it had, and no others.
#include <ucontext.h>

extern "C" unsigned long __tsan_testonly_shadow_stack_current_size();

int value;
static ucontext_t caller, worker;
static int wrong;

[[gnu::noinline]] static void deeper(int depth) {
  if (depth > 0) {
    deeper(depth - 1);
    ++value;
    return;
  }
  const unsigned long before = __tsan_testonly_shadow_stack_current_size();
  swapcontext(&worker, &caller);
  wrong += __tsan_testonly_shadow_stack_current_size() != before;
}
static void work() { deeper(5); }

int main() {
  alignas(16) static char stack[65536 * 4];
  getcontext(&worker);
  worker.uc_stack.ss_sp = stack;
  worker.uc_stack.ss_size = sizeof stack;
  worker.uc_link = &caller;
  makecontext(&worker, work, 0);
  const unsigned long before = __tsan_testonly_shadow_stack_current_size();
  for (int i = 0; i < 2; ++i) {
    swapcontext(&caller, &worker);
    wrong += __tsan_testonly_shadow_stack_current_size() != before;
  }
  return wrong;
}
