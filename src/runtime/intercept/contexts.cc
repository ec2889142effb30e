// Switches between contexts that the program does not describe as fibers: the thread stays the
// same, its stack does not.
//
// Whoever is switched away from comes back in the middle of its own call here, however that
// happens: so its calls wait for it in that frame. A context that is described as a fiber has calls
// of its own.
#include <pthread.h>
#include <ucontext.h>

#include "runtime/control/events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

STEWARD_REAL(swapcontext);
STEWARD_REAL(setcontext);

using Calls = CallArray;

bool is_fiber(const ThreadState& t) { return t.handle != pthread_self(); }

// Not inlined: afterwards the stack may be another thread's, with its own current thread.
[[gnu::noinline]] Calls* put_aside() {
  const Scope scope(0);
  if (!scope || is_fiber(scope.thread())) return nullptr;
  return scope.state().heap.create<Calls>(scope.thread().calls.take());
}
[[gnu::noinline]] void take_back(Calls* calls) {
  const Scope scope(0);
  if (!scope || calls == nullptr) return;
  if (!is_fiber(scope.thread())) scope.thread().calls.put(std::move(*calls));
  scope.state().heap.destroy(calls);
}

std::uint64_t stack_pointer_of(const ucontext_t& context) {
  return static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RSP]);
}
bool has_own_stack(const ucontext_t& context) {
  const auto begin = reinterpret_cast<std::uint64_t>(context.uc_stack.ss_sp);
  return stack_pointer_of(context) - begin <= context.uc_stack.ss_size;
}

}  // namespace

STEWARD_INTERPOSED int swapcontext(ucontext_t* from, const ucontext_t* to) {
  Calls* const calls = put_aside();
  const int result = real_swapcontext(from, to);
  take_back(calls);
  return result;
}
STEWARD_INTERPOSED int setcontext(const ucontext_t* to) {
  if (const Scope scope(0); scope && !is_fiber(scope.thread())) {
    if (has_own_stack(*to)) scope.thread().calls.take();
    else scope.thread().calls.unwind_to(stack_pointer_of(*to));
  }
  return real_setcontext(to);
}
