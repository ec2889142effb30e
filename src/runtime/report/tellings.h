// Which races are still to be told: of a flood nobody needs to see each, but one that counts for
// nothing must not hide another of the same places.
#pragma once

#include <cstdint>
#include <utility>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/spin_lock.h"
#include "core/detect/finding.h"
#include "core/policy/policy.h"
#include "runtime/analysis/chains.h"

namespace steward {

// Two places in the program, each an instruction and a calling context, and where they met.
struct PlacePair {
  std::uint64_t counters[2];
  ChainId calls[2];
  std::uint64_t region = 0;  // of memory
  KeptApart kept_apart = KeptApart::by_nothing;

  static constexpr std::uint64_t kRegion = 1 << 16;
  std::uint64_t hash() const {
    return mix_bits(counters[0] * 31 + counters[1]) + region * 0x9e3779b97f4a7c15u +
           mix_bits(std::uint64_t{calls[0].value()} << 32 | calls[1].value()) +
           static_cast<std::uint64_t>(kept_apart);
  }
  friend bool operator==(const PlacePair&, const PlacePair&) = default;
};

// Thread safety: any thread may call anything.
class Tellings {
 public:
  // The first races of a pair of places may each be about another object.
  static constexpr std::uint32_t kEnough = 16;
  // How often its instructions are heard in vain, wherever they were called from and met.
  static constexpr std::uint32_t kPatience = 64;

  explicit Tellings(Heap& heap) : told_(heap), dismissed_(heap) {}

  // Whether it is to be told once more. Counts this time.
  bool take(const PlacePair& pair) {
    const Hold hold(lock_);
    Told& told = told_.find_or_insert(pair);
    return told.times < kEnough && ++told.times > 0;
  }
  // Whether take() will never say yes again.
  bool had_enough(const PlacePair& pair) {
    const Hold hold(lock_);
    const Told* const told = told_.find(pair);
    return told != nullptr && told->times >= kEnough;
  }
  // It was told, and the process has failed by it. Whether for the first time.
  bool count(const PlacePair& pair) {
    const Hold hold(lock_);
    return !std::exchange(told_.find_or_insert(pair).counted, true);
  }
  // Whether that has happened.
  bool counted(const PlacePair& pair) {
    const Hold hold(lock_);
    return told_.find_or_insert(pair).counted;
  }
  // It was told, and counted for nothing: is that to be the last word on its instructions?
  bool dismiss(const PlacePair& pair) {
    const Hold hold(lock_);
    std::uint32_t& times = dismissed_.find_or_insert(
        PlacePair{{pair.counters[0], pair.counters[1]}, {}, 0, pair.kept_apart}, 0u);
    return ++times >= kPatience;
  }

 private:
  struct Told {
    std::uint32_t times = 0;
    bool counted = false;
  };

  SpinLock lock_;
  HashMap<PlacePair, Told> told_;
  HashMap<PlacePair, std::uint32_t> dismissed_;  // without calls and region
};

}  // namespace steward
