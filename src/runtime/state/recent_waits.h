// For which locks a thread has waited lately, and while holding what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

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
      for (Pair& pair : known_) pair = {};
      forgotten_ = forgotten;
    }
    const Wait wait{held, wanted, mode};
    Pair& pair = known_[mix_bits(wanted.value() * 31 + held.value()) % kPairs];
    if (pair.newer == wait) return false;
    std::swap(pair.newer, pair.older);
    if (pair.newer == wait) return false;
    pair.newer = wait;
    return true;
  }

 private:
  // A table of locks has many, each of which is waited for while the same others are held.
  static constexpr std::size_t kPairs = 256;
  struct Wait {
    ChainId held;
    LockId wanted;
    LockMode mode = LockMode::shared;
    friend bool operator==(const Wait&, const Wait&) = default;
  };

  struct Pair {
    Wait newer;
    Wait older;
  };

  Pair known_[kPairs] = {};
  std::uint64_t forgotten_ = 0;
};

}  // namespace steward
