// The locks a thread holds now: how, how often, and where they were taken.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"
#include "core/event/types.h"
#include "runtime/analysis/chains.h"

namespace steward {

struct TakenLock {
  LockId lock;
  LockMode mode;
  std::uint64_t counter;  // where it was taken
  ChainId calls;
  std::uint64_t hash() const {
    return mix_bits(lock.value() ^ counter << 16) + calls.value() + static_cast<unsigned>(mode);
  }
  friend bool operator==(const TakenLock&, const TakenLock&) = default;
};
using LockChains = Chains<TakenLock>;

class HeldLocks {
 public:
  HeldLocks(Heap& heap, LockChains& chains) : chains_(chains), held_(heap) {}

  // Whether it was not held before: only then is there something for the analysis to know.
  bool take(const TakenLock& taken) {
    for (Held& held : held_) {
      if (held.taken.lock != taken.lock) continue;
      ++held.depth;
      return false;
    }
    held_.push_back({taken, 1, ChainId()});
    all_ = kUnknown;
    return true;
  }
  // What is given up with the last of several takes; nothing before, or if it is not held.
  struct Given {
    bool was_held;
    bool last;
    LockMode mode;
  };
  Given give(LockId lock) {
    for (std::size_t i = held_.size(); i-- > 0;) {
      if (held_[i].taken.lock != lock) continue;
      const LockMode mode = held_[i].taken.mode;
      if (--held_[i].depth > 0) return {true, false, mode};
      remove(i);
      return {true, true, mode};
    }
    return {false, false, LockMode::exclusive};
  }
  // Gives up all takes at once, as a wait does; how many there were.
  std::size_t give_all(LockId lock) {
    for (std::size_t i = 0; i < held_.size(); ++i) {
      if (held_[i].taken.lock != lock) continue;
      const std::size_t depth = held_[i].depth;
      remove(i);
      return depth;
    }
    return 0;
  }
  void restore(const TakenLock& taken, std::size_t depth) {
    if (take(taken)) held_.back().depth = depth;
  }
  // How it was taken, if it is held.
  const TakenLock* find(LockId lock) const {
    for (const Held& held : held_)
      if (held.taken.lock == lock) return &held.taken;
    return nullptr;
  }
  std::size_t count() const { return held_.size(); }
  // f(taken, depth) for each, in the order in which they were taken.
  template <class F>
  void for_each(F&& f) const {
    for (const Held& held : held_) f(held.taken, held.depth);
  }

  // All of them, for what is remembered of an access.
  [[gnu::always_inline]] ChainId chain() const {
    if (all_ == kUnknown) [[unlikely]]
      number_the_rest();
    return all_;
  }
  // The same, if it is at hand, or kUnknown.
  [[gnu::always_inline]] ChainId known_chain() const { return all_; }
  static constexpr ChainId kUnknown{UINT32_MAX};

 private:
  struct Held {
    TakenLock taken;
    std::size_t depth;
    mutable ChainId all;  // this one and those before it
  };

  void remove(std::size_t i) {
    held_.erase(i);
    if (numbered_ > i) numbered_ = i;
    all_ = numbered_ < held_.size() ? kUnknown : held_.empty() ? ChainId() : held_.back().all;
  }
  // Only when somebody asks: many locks that are given up in the order in which they were taken
  // would be numbered anew each time.
  [[gnu::noinline]] void number_the_rest() const {
    for (; numbered_ < held_.size(); ++numbered_) {
      const ChainId before = numbered_ == 0 ? ChainId() : held_[numbered_ - 1].all;
      held_[numbered_].all = chains_.append(before, held_[numbered_].taken);
    }
    all_ = held_.back().all;
  }

  LockChains& chains_;
  mutable ChainId all_;
  Vector<Held> held_;
  mutable std::size_t numbered_ = 0;  // of how many `all` is known
};

}  // namespace steward
