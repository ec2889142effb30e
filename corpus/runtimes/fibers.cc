// told: race balance
// untold: none
// Fibers by swapcontext(): threads of the program that take turns on one of the system's. Two of
// them change the balance, and nothing keeps them from doing so in the middle of each other's
// change, but that they happen to run on one carrier here.
#include <cstddef>
#include <steward/lard.h>
#include <ucontext.h>

constexpr std::size_t kStack = 1 << 17;

struct Fiber {
  ucontext_t context = {};
  alignas(16) char stack[kStack];
  steward_thread* thread = nullptr;
};
Fiber scheduler, fibers[2];
Fiber* running = &scheduler;
int balance;

// The call and the exchange belong together: what comes in between is the other one's.
void switch_to(Fiber& to) {
  const steward::lard::untracked_region here;  // each fiber's own, until it is back
  Fiber& from = *running;
  running = &to;
  steward_thread_switch(to.thread);
  swapcontext(&from.context, &to.context);
}
void work() {
  ++balance;
  switch_to(scheduler);
}

int main() {
  scheduler.thread = steward_thread_current();
  for (Fiber& fiber : fibers) {
    fiber.thread = steward_thread_create("fiber");
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack;
    fiber.context.uc_stack.ss_size = kStack;
    makecontext(&fiber.context, work, 0);
  }
  for (Fiber& fiber : fibers) switch_to(fiber);
  for (Fiber& fiber : fibers) steward_thread_join(fiber.thread);
  return balance - 2;  // whoever joins is ordered after them
}
