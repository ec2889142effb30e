// What is wrong with the way that the program uses its locks, as the runtime notices it.
#pragma once

#include <cstdint>
#include <optional>

#include "core/lockset/lock_use.h"
#include "runtime/control/events.h"

namespace steward {

inline Address address_of(const volatile void* object) {
  return Address(reinterpret_cast<std::uint64_t>(object));
}

// The thread will wait for it as long as it takes, while it holds other locks, or this one.
void judge_wait(const Scope& scope, Address lock, const char* kind, LockMode mode,
                LockNature nature);
// It says itself that it has got it, without having said that it would wait.
void judge_taken(const Scope& scope, Address lock, const char* kind, LockMode mode);
// It has got it.
LockId note_taken(const Scope& scope, Address lock, const char* kind, LockMode mode,
                  std::uint32_t times = 1);
struct GivenUp {
  std::optional<LockMode> as = {};  // if it is said in which mode
  LockNature nature = {};
  bool surely_free = false;  // it is known that nobody has it
  bool all = false;          // however often it was taken
};
LockId judge_given(const Scope& scope, Address lock, const char* kind, const GivenUp& given);
// The lock's life is over.
void judge_destroyed(const Scope& scope, Address lock);
// Not one at all, or not any more.
void judge_invalid(const Scope& scope, Address lock, const char* kind);
// The program says that it should hold none by now.
void judge_none_held(const Scope& scope);

// What is known of its place among others.
void forget_order(Runtime& runtime, LockId lock);

}  // namespace steward
