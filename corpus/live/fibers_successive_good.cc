// expect: none
// repeats: no, because it prints how much memory it has come to need
// flags: -pthread
// A hundred thousand fibers, each destroyed before the next is made: time and memory stay what they
// are for one.
#include <cstdlib>
#include <sys/resource.h>
#include <ucontext.h>

extern "C" {
void* __tsan_get_current_fiber();
void* __tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void* fiber);
void __tsan_switch_to_fiber(void* fiber, unsigned flags);
}

constexpr int kFibers = 100000;
constexpr int kStack = 1 << 16;
ucontext_t own, other;
void* own_fiber;
int counter;
int last[64];

void body() {
  ++counter;
  last[counter % 64] = last[(counter + 1) % 64] + 1;
  __tsan_switch_to_fiber(own_fiber, 0);
  swapcontext(&other, &own);
}

void run_one(char* stack) {
  getcontext(&other);
  other.uc_stack.ss_size = kStack;
  other.uc_stack.ss_sp = stack;
  makecontext(&other, body, 0);
  void* const fiber = __tsan_create_fiber(0);
  __tsan_switch_to_fiber(fiber, 0);
  swapcontext(&own, &other);
  __tsan_destroy_fiber(fiber);
}

long kilobytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

int main() {
  char* const stack = static_cast<char*>(std::malloc(kStack));
  own_fiber = __tsan_get_current_fiber();
  for (int i = 0; i < kFibers / 10; ++i) run_one(stack);
  const long before = kilobytes();
  for (int i = kFibers / 10; i < kFibers; ++i) run_one(stack);
  const long more = kilobytes() - before;
  std::free(stack);
  return counter == kFibers && more < 40 << 10 ? 0 : 1;
}
