// What setjmp has saved. glibc keeps the stack pointer in its seventh word, scrambled by a secret
// of the thread.
#pragma once

#include <csetjmp>
#include <cstdint>

namespace steward {

inline std::uint64_t stack_pointer_in(const std::jmp_buf buffer) {
  constexpr int kStackPointer = 6;
  auto value = static_cast<std::uint64_t>(buffer[0].__jmpbuf[kStackPointer]);
  asm("ror $17, %0\n\txor %%fs:0x30, %0" : "+r"(value) : : "cc");
  return value;
}

}  // namespace steward
