// How answers to a program's questions are written into what it hands over for them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/control/events.h"
#include "runtime/platform/whose_code.h"

namespace steward {

// A stack, as addresses inside its calls, the innermost first; ends with a null if there is room.
// How many they are.
inline int copy_stack(const Runtime& state, std::uint64_t counter, ChainId calls, void** trace,
                      std::size_t size) {
  std::size_t count = 0;
  bool whole = true;
  const auto add = [&](std::uint64_t at) {
    if (at == 0 || is_own_code(at)) return;
    if (count == size) whole = false;
    else trace[count++] = reinterpret_cast<void*>(at - 1);
  };
  add(counter);
  state.contexts.for_each(calls, [&](const Call& call) { add(call.counter); });
  // libc's way to the program, outermost in every stack, is in no report.
  while (whole && count > 1 && is_system_code(reinterpret_cast<std::uint64_t>(trace[count - 1])))
    --count;
  if (count < size) trace[count] = nullptr;
  return static_cast<int>(count);
}

// Of the two names that interposed functions have (see STEWARD_SECOND_NAME), libc's: which of
// them a look for the symbol at an address finds is chance.
inline const char* first_name(const char* symbol) {
  static constexpr char kSecond[] = "__interceptor_";
  const std::size_t length = sizeof kSecond - 1;
  return __builtin_strncmp(symbol, kSecond, length) == 0 ? symbol + length : symbol;
}

inline void copy_text(char* to, std::size_t size, const char* text) {
  if (to == nullptr || size == 0) return;
  std::size_t i = 0;
  for (; i + 1 < size && text[i] != 0; ++i) to[i] = text[i];
  to[i] = 0;
}

}  // namespace steward
