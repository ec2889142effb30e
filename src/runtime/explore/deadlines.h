// Points in time that the program gives: as timespec, of one of the clocks.
#pragma once

#include <cerrno>
#include <time.h>

#include "runtime/explore/stand_in.h"
#include "runtime/platform/raw.h"

namespace steward {

inline VirtualTime deadline_at(const Turn& turn, clockid_t clock, const timespec& until) {
  return turn.control().clock().when(clock, until);
}

// The same as a time of the real CLOCK_MONOTONIC, for calls that really wait.
inline timespec real_time_of(const Turn& turn, clockid_t clock, const timespec& until) {
  const VirtualTime now = turn.control().clock().now();
  const VirtualTime then = deadline_at(turn, clock, until);
  timespec time = {};
  raw::call(SYS_clock_gettime, CLOCK_MONOTONIC, reinterpret_cast<long>(&time));
  const VirtualTime left = then <= now ? 0 : std::min<VirtualTime>(then - now, INT64_MAX / 2);
  const std::uint64_t nanoseconds = static_cast<std::uint64_t>(time.tv_nsec) + left;
  return {time.tv_sec + static_cast<time_t>(nanoseconds / 1'000'000'000),
          static_cast<long>(nanoseconds % 1'000'000'000)};
}

// Waits with a limit: what `wait` is for must be there by then. 0, ETIMEDOUT, EINTR, or EINVAL if
// it would have to wait and that is no time.
inline int await_until(const Turn& turn, const Operation& next, Wait wait, clockid_t clock,
                       const timespec& until) {
  if (!VirtualClock::is_valid(until)) {
    turn.pass(next);
    return wait.over(wait) ? 0 : EINVAL;
  }
  wait.until = deadline_at(turn, clock, until);
  if (wait.cancellable ? turn.await_or_end(next, wait) : turn.await(next, wait)) return 0;
  return turn.was_interrupted() ? EINTR : ETIMEDOUT;
}

}  // namespace steward
