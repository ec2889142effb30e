// What the system says a process or thread does: 'R' for runs, 'S' for sleeps, 'T' for stopped; see
// proc(5). 0 if it is not there.
#pragma once

#include <cstdint>
#include <cstring>

#include "runtime/platform/raw.h"

namespace steward {

// Of the file PREFIX NUMBER /stat. REQUIRES: the prefix is short.
inline char task_state(const char* prefix, std::uint32_t number) {
  char path[64];
  std::size_t length = std::strlen(prefix);
  std::memcpy(path, prefix, length);
  char digits[10];
  int count = 0;
  for (; number != 0; number /= 10) digits[count++] = static_cast<char>('0' + number % 10);
  while (count > 0) path[length++] = digits[--count];
  std::memcpy(path + length, "/stat", 6);
  const int file = raw::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[256];
  long at = raw::read(file, text, sizeof text) - 3;
  raw::close(file);
  // The state stands behind the name, which may contain anything, in parentheses.
  while (at >= 0 && text[at] != ')') --at;
  return at >= 0 ? text[at + 2] : 0;
}

inline char state_of_process(std::uint32_t number) { return task_state("/proc/", number); }
// Of this process.
inline char state_of_thread(std::uint32_t number) { return task_state("/proc/self/task/", number); }

}  // namespace steward
