// Fibers: threads of the program that it switches between by itself. To the analysis they are
// threads like all others (see control/identity.h); who switches hands everything over, unless it
// says that it does not.
#include "runtime/control/identity.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

constexpr unsigned kNoOrder = 1;

// What whoever switches to it hands over.
MessageId switch_to(void* fiber) { return message_at(fiber, MessageUse::fiber); }

}  // namespace

STEWARD_INTERPOSED void* __tsan_get_current_fiber() {
  const Scope scope(STEWARD_CALLER);
  return scope ? &scope.thread() : current_thread;
}
STEWARD_INTERPOSED void* __tsan_create_fiber(unsigned) {
  const Scope scope(STEWARD_CALLER);
  if (!scope) return nullptr;
  return &fork_thread(scope.state(), scope.thread(), STEWARD_CALLER);
}
STEWARD_INTERPOSED void __tsan_destroy_fiber(void* fiber) {
  const Scope scope(STEWARD_CALLER);
  if (!scope || fiber == nullptr) return;
  scope.state().detector.forget(switch_to(fiber));
  retire_thread(scope.state(), scope.thread(), thread_behind(fiber));
}
STEWARD_INTERPOSED void __tsan_switch_to_fiber(void* fiber, unsigned flags) {
  if (fiber == nullptr) return;
  const MessageId handed_over = switch_to(fiber);
  const bool ordered = (flags & kNoOrder) == 0;
  if (const Scope scope(STEWARD_CALLER); scope) {
    if (ordered) scope.send(handed_over);
    scope.thread().passed_on = ordered && scope.thread().ignore_synchronization == 0;
  }
  carry(thread_behind(fiber), STEWARD_FRAME);
  if (const Scope scope(STEWARD_CALLER); scope && ordered) scope.receive(handed_over);
}
STEWARD_INTERPOSED void __tsan_set_fiber_name(void* fiber, const char* name) {
  const Scope scope(STEWARD_CALLER);
  if (!scope || fiber == nullptr) return;
  name_thread(scope, thread_behind(fiber), name);
}
