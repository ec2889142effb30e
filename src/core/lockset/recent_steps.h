// The steps from lockset to lockset that a thread made lately: it takes and gives the same locks
// again and again, and need not hold what all threads share for that.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "core/event/types.h"
#include "core/lockset/lockset.h"

namespace steward {

// Good as long as no lock is forgotten: `age` counts how many were. Thread safety: its thread's
// own.
class RecentSteps {
 public:
  // `set` and a lock, or without it; find(compute) computes what is not known.
  template <class F>
  const Lockset* with(const Lockset* set, LockId lock, LockMode mode, std::uint64_t age,
                      F&& compute) {
    return step({set, lock, mode == LockMode::shared ? Way::take_shared : Way::take, age}, compute);
  }
  template <class F>
  const Lockset* without(const Lockset* set, LockId lock, std::uint64_t age, F&& compute) {
    return step({set, lock, Way::give, age}, compute);
  }

 private:
  enum class Way : std::uint8_t { take, take_shared, give };
  struct Step {
    const Lockset* from = nullptr;
    LockId lock;
    Way way = Way::take;
    std::uint64_t age = 0;
    friend bool operator==(const Step&, const Step&) = default;
  };
  struct Known {
    Step step;
    const Lockset* to = nullptr;
  };

  template <class F>
  const Lockset* step(const Step& wanted, F& compute) {
    Known& known =
        known_[mix_bits(wanted.lock.value() * 4 + static_cast<std::uint64_t>(wanted.way)) % kKnown];
    if (known.step != wanted) known = {wanted, compute()};
    return known.to;
  }

  static constexpr std::size_t kKnown = 16;
  Known known_[kKnown];
};

}  // namespace steward
