// A fence that one thread orders for all of its process, so that the others need none.
#pragma once

#include <sys/syscall.h>

#include "base/spinning.h"

namespace steward::membarrier {

// Not by libc's function: its name may be interposed.
inline long call(long command) {
  long result = SYS_membarrier;
  asm volatile("syscall" : "+a"(result) : "D"(command), "S"(0), "d"(0) : "rcx", "r11", "memory");
  return result;
}

// To be said once, before anybody asks. False if the system has none, or refuses it.
inline bool announce() {
  static constexpr long kRegisterPrivateExpedited = 1 << 4;
  return call(kRegisterPrivateExpedited) == 0;
}
// A program that has it refused later, as sandboxes do, leaves only time: processors do not keep
// what was stored to themselves for long.
inline void fence_others() {
  static constexpr long kPrivateExpedited = 1 << 3;
  if (call(kPrivateExpedited) == 0) return;
  for (unsigned tries = 0; tries < 100'000; ++tries) wait_a_little(tries);
}

}  // namespace steward::membarrier
