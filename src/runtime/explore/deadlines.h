// Points in time that the program gives: as timespec, of one of the clocks.
#pragma once

#include <cerrno>
#include <time.h>

#include "runtime/explore/stand_in.h"

namespace steward {

inline VirtualTime deadline_at(const Turn& turn, clockid_t clock, const timespec& until) {
  return turn.control().clock().when(clock, until);
}

// Waits with a limit: what `wait` is for must be there by then. 0, ETIMEDOUT, or EINVAL if it would
// have to wait and that is no time.
inline int await_until(const Turn& turn, const Operation& next, Wait wait, clockid_t clock,
                       const timespec& until) {
  if (!VirtualClock::is_valid(until)) {
    turn.pass(next);
    return wait.over(wait) ? 0 : EINVAL;
  }
  wait.until = deadline_at(turn, clock, until);
  return turn.await(next, wait) ? 0 : ETIMEDOUT;
}

}  // namespace steward
