// Jumps out of functions: the calls that are left behind are over.
#include <csetjmp>
#include <cstdint>

#include "runtime/control/events.h"
#include "runtime/platform/jump_buffer.h"
#include "runtime/platform/real.h"

extern "C" void __longjmp_chk(std::jmp_buf buffer, int value);

using namespace steward;

namespace {

STEWARD_REAL(longjmp);
STEWARD_REAL(_longjmp);
STEWARD_REAL(siglongjmp);
STEWARD_REAL(__longjmp_chk);

void leave_calls(const std::jmp_buf buffer) {
  const Scope scope(0);
  if (!scope) return;
  ThreadState& t = scope.thread();
  const std::uint64_t target = stack_pointer_in(buffer);
  t.calls.unwind_to(target);
  // A handler that is jumped out of is at work no more.
  const bool to_its_stack = t.stack.contains(Address(target));
  if (to_its_stack && (t.handler.frame < target || !t.stack.contains(Address(t.handler.frame))))
    t.handler = {};
}

}  // namespace

STEWARD_INTERPOSED void longjmp(std::jmp_buf buffer, int value) {
  leave_calls(buffer);
  real_longjmp(buffer, value);
  __builtin_unreachable();
}
STEWARD_INTERPOSED void _longjmp(std::jmp_buf buffer, int value) {
  leave_calls(buffer);
  real__longjmp(buffer, value);
  __builtin_unreachable();
}
STEWARD_INTERPOSED void siglongjmp(sigjmp_buf buffer, int value) {
  leave_calls(buffer);
  real_siglongjmp(buffer, value);
  __builtin_unreachable();
}
STEWARD_INTERPOSED void __longjmp_chk(std::jmp_buf buffer, int value) {
  leave_calls(buffer);
  real___longjmp_chk(buffer, value);
}
