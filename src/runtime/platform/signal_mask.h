// Signals of the calling thread kept away for a scope: while it has nothing yet by which they could
// be deferred.
#pragma once

#include <cstdint>

#include "runtime/platform/raw.h"

namespace steward {

// A set of signals as the kernel has it. libc's own two, by which it cancels threads and changes
// their users, are never in one.
using SignalMask = std::uint64_t;
inline constexpr SignalMask kAllSignals = ~(SignalMask{3} << 31);

// The mask before.
inline SignalMask set_signal_mask(SignalMask mask) {
  SignalMask before = 0;
  raw::call(SYS_rt_sigprocmask, 2, reinterpret_cast<long>(&mask), reinterpret_cast<long>(&before),
            sizeof mask);  // SIG_SETMASK
  return before;
}

class SignalsBlocked {
 public:
  SignalsBlocked() : before_(set_signal_mask(kAllSignals)) {}
  ~SignalsBlocked() { set_signal_mask(before_); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

  SignalMask before() const { return before_; }

 private:
  const SignalMask before_;
};

}  // namespace steward
