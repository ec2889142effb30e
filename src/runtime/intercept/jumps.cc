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
  if (const Scope scope(0); scope) scope.thread().calls.unwind_to(stack_pointer_in(buffer));
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
