// For which locks a thread has waited lately, and while holding what.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "core/event/types.h"
#include "runtime/analysis/chains.h"

namespace steward {

// Most waits repeat an earlier one: they add nothing to the order of locks, which all threads
// share.
class RecentWaits {
 public:
  // Whether this one is not known to have been there before. `held` is not empty. `forgotten`: how
  // many locks the order has forgotten so far; their numbers may be those of others by now.
  bool is_new(ChainId held, LockId wanted, LockMode mode, std::uint64_t forgotten) {
    if (forgotten != forgotten_) {
      for (Wait& known : known_) known = Wait();
      forgotten_ = forgotten;
    }
    const Wait wait{held, wanted, mode};
    Wait& known = known_[mix_bits(wanted.value() * 31 + held.value()) % kKnown];
    if (known == wait) return false;
    known = wait;
    return true;
  }

 private:
  static constexpr std::size_t kKnown = 64;
  struct Wait {
    ChainId held;
    LockId wanted;
    LockMode mode = LockMode::shared;
    friend bool operator==(const Wait&, const Wait&) = default;
  };

  Wait known_[kKnown] = {};
  std::uint64_t forgotten_ = 0;
};

}  // namespace steward
