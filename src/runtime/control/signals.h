// Signals that arrive while a thread is inside the runtime.
//
// A handler is the program's code: it takes locks, allocates, jumps away. Run in the middle of an
// event it would find the runtime half done. So it has to wait for the end of the event, which is
// near; what the program itself has caused by its last instruction cannot wait.
#pragma once

#include <atomic>
#include <cstdint>
#include <signal.h>

#include "runtime/control/events.h"

namespace steward {

// What the program wants to happen at a signal, in one word: the handler and its form.
class WantedAction {
 public:
  WantedAction() = default;
  explicit WantedAction(const struct sigaction& action);
  bool is_handler() const;
  std::uint64_t entry() const { return word_ & ~(kWithInfo | kOnce); }
  bool once() const { return (word_ & kOnce) != 0; }
  void run(int signal, siginfo_t* info, void* context) const;
  // As the program has given it.
  void put_into(struct sigaction& action) const;

 private:
  static constexpr std::uint64_t kWithInfo = std::uint64_t{1} << 62;
  static constexpr std::uint64_t kOnce = std::uint64_t{1} << 63;
  std::uint64_t word_ = 0;
};

inline constexpr int kSignals = 65;
extern std::atomic<WantedAction> wanted_actions[kSignals];
// How many have come that the program handles.
extern std::atomic<std::uint32_t> signals_arrived;

// Whether the thread runs a handler that came from outside, at a moment it could not know of. One
// that was left by a jump is over.
bool is_interrupted(const ThreadState& t);
// The program calls a function that a handler must not call.
void tell_unsafe_call(const Scope& scope, const char* function);

// The handler that the system knows instead of the program's.
void signal_arrived(int signal, siginfo_t* info, void* context);

}  // namespace steward
