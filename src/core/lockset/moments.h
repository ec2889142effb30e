// Numbers for the moments of a thread's life as prediction sees them: which locks it held, and its
// own time. Two accesses of the same bytes by one thread in the same moment differ in nothing but
// what they do.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "core/clock/epoch.h"
#include "core/lockset/lockset.h"

namespace steward {

// Where numbers come from that no other thread has, nor had before. Thread safety: any thread may
// call anything.
class MomentNumbers {
 public:
  static constexpr std::uint64_t kAtOnce = 1u << 10;
  std::uint64_t take() { return next_.fetch_add(kAtOnce, std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> next_ = kAtOnce;  // 0 is no moment
};

// A thread comes back to the same locks again and again, and mostly its time has not grown since.
// Good as long as no lock is forgotten: `age` counts how many were. Thread safety: its thread's
// own.
class Moments {
 public:
  std::uint64_t at(const Lockset* locks, Time time, std::uint64_t age, MomentNumbers& numbers) {
    Known& known = known_[mix_bits(reinterpret_cast<std::uint64_t>(locks)) % kKnown];
    if (known.locks == locks && known.time == time && known.age == age) return known.number;
    if (next_ % MomentNumbers::kAtOnce == 0) next_ = numbers.take();
    known = {locks, time, age, next_++};
    return known.number;
  }

 private:
  struct Known {
    const Lockset* locks = nullptr;
    Time time = 0;
    std::uint64_t age = 0;
    std::uint64_t number = 0;
  };
  static constexpr std::size_t kKnown = 16;
  Known known_[kKnown];
  std::uint64_t next_ = 0;
};

}  // namespace steward
