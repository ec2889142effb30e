// Waiting for what takes a few instructions, unless whoever does it has lost its processor: then it
// gets this one.
#pragma once

#include <sys/syscall.h>

namespace steward {

// Before the next try, after so many.
inline void wait_a_little(unsigned tries) {
  static constexpr unsigned kPatience = 200;
  if (tries % kPatience != kPatience - 1) return __builtin_ia32_pause();
  // Not by libc's function: its name may be interposed.
  long result = SYS_sched_yield;
  asm volatile("syscall" : "+a"(result) : : "rcx", "r11", "memory");
}

}  // namespace steward
