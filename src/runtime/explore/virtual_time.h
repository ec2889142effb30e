// Time in a controlled execution: it passes by what the threads do, not by what that takes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <time.h>

namespace steward {

// Nanoseconds since the process began.
using VirtualTime = std::uint64_t;
inline constexpr VirtualTime kNever = UINT64_MAX;

class VirtualClock {
 public:
  // A step of a thread takes so long, a look at a clock as well: who waits for a time to come by
  // looking again and again gets there.
  static constexpr VirtualTime kStep = 1'000;

  // `start`: what time people had when the process began.
  explicit VirtualClock(std::uint64_t start) : start_(start) {}

  VirtualTime now() const { return now_; }
  void pass(VirtualTime time) { now_ += time; }
  void pass_until(VirtualTime time) { now_ = std::max(now_, time); }

  timespec read(clockid_t clock) {
    pass(kStep);
    const std::uint64_t shown = now_ + origin_of(clock);
    return {static_cast<time_t>(shown / kSecond), static_cast<long>(shown % kSecond)};
  }
  // When that clock will show that.
  VirtualTime when(clockid_t clock, const timespec& shown) const {
    if (shown.tv_sec < 0) return 0;
    const auto seconds = static_cast<std::uint64_t>(shown.tv_sec);
    if (seconds >= kNever / kSecond - 1) return kNever;
    const std::uint64_t time = seconds * kSecond + static_cast<std::uint64_t>(shown.tv_nsec);
    return time - std::min(time, origin_of(clock));
  }
  VirtualTime after(const timespec& wait) const {
    const auto seconds = static_cast<std::uint64_t>(wait.tv_sec);
    if (wait.tv_sec < 0) return now_;
    if (seconds >= kNever / kSecond - 1) return kNever;
    const std::uint64_t time = seconds * kSecond + static_cast<std::uint64_t>(wait.tv_nsec);
    return time >= kNever - now_ ? kNever : now_ + time;
  }
  static bool is_valid(const timespec& time) {
    return time.tv_nsec >= 0 && time.tv_nsec < static_cast<long>(kSecond);
  }

 private:
  static constexpr std::uint64_t kSecond = 1'000'000'000;
  // Others count from some day on, too, but nobody knows which: not from 0, which programs take for
  // "never".
  static constexpr std::uint64_t kMonotonicStart = 1'000 * kSecond;
  std::uint64_t origin_of(clockid_t clock) const {
    switch (clock) {
      case CLOCK_REALTIME:
      case CLOCK_REALTIME_COARSE:
      case CLOCK_TAI: return start_;
      case CLOCK_MONOTONIC:
      case CLOCK_MONOTONIC_COARSE:
      case CLOCK_MONOTONIC_RAW:
      case CLOCK_BOOTTIME: return kMonotonicStart;
      default: return 0;
    }
  }

  const std::uint64_t start_;
  VirtualTime now_ = 0;
};

}  // namespace steward
