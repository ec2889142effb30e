// The rounds of the program's barriers.
//
// A barrier orders the threads of one round, all before all, and nobody else. Which round a call
// belongs to is decided by libc's barrier, which does not tell. So threads are counted as they
// come, and those who come too early for the round at work wait at a gate until it is over: then
// the count here and the count there agree, also if more threads use a barrier than it waits for.
//
// A barrier may be destroyed as soon as libc lets go of it, while threads that have passed it are
// about to say so. It is over when the last of them has.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/spin_lock.h"
#include "core/event/types.h"
#include "core/policy/policy.h"
#include "runtime/platform/raw.h"

namespace steward {

// Thread safety: any thread may call anything.
class Barriers {
 public:
  explicit Barriers(Heap& heap) : barriers_(heap), destroyed_(heap) {}

  // A call's place in the life of a barrier. Barriers have numbers: one that is made where another
  // was has its own.
  struct Visit {
    std::uint64_t barrier;
    std::uint64_t round;
    friend bool operator==(const Visit&, const Visit&) = default;
  };

  void create(Address address, unsigned count) {
    const Hold hold(lock_);
    barriers_.insert_or_assign(address, Barrier{++made_, count});
  }
  // Its number, if it is over: then nobody uses it any more.
  std::optional<std::uint64_t> destroy(Address address) {
    const Hold hold(lock_);
    const Barrier* found = barriers_.find(address);
    if (found == nullptr) return std::nullopt;
    const Barrier barrier = *found;
    barriers_.erase(address);
    if (barrier.left == barrier.arrived) return barrier.number;
    destroyed_.insert_or_assign(barrier.number, barrier.arrived - barrier.left);
    return std::nullopt;
  }

  // The calling thread comes to the barrier, and its turn has come when this returns. Nothing for a
  // barrier whose beginning was not seen. wait(word, value) returns when the word may have another.
  template <class Wait>
  std::optional<Visit> enter(Address address, Wait&& wait) {
    std::optional<Visit> visit;
    for (;;) {
      const std::uint32_t seen = changes_.load(std::memory_order_acquire);
      {
        const Hold hold(lock_);
        Barrier* barrier = barriers_.find(address);
        if (barrier == nullptr) return visit;
        if (!visit) visit = {barrier->number, barrier->arrived++ / barrier->count};
        if (barrier->number != visit->barrier || barrier->admits(visit->round)) return visit;
      }
      wait(changes_, seen);
    }
  }
  std::optional<Visit> enter(Address address) {
    return enter(address, [](auto& word, std::uint32_t seen) { raw::wait(word, seen, 1000); });
  }
  // It has passed, and knows what the others of its round did. The barrier's number, if that was
  // the end of it.
  std::optional<std::uint64_t> leave(Address address, Visit visit) {
    {
      const Hold hold(lock_);
      Barrier* barrier = barriers_.find(address);
      if (barrier == nullptr || barrier->number != visit.barrier) return leave_destroyed(visit);
      if (barrier->rounds_over <= visit.round) barrier->rounds_over = visit.round + 1;
      ++barrier->left;
    }
    changes_.fetch_add(1, std::memory_order_release);
    raw::wake_all(changes_);
    return std::nullopt;
  }

 private:
  struct Barrier {
    std::uint64_t number = 0;
    unsigned count = 1;
    std::uint64_t arrived = 0;
    std::uint64_t left = 0;
    std::uint64_t rounds_over = 0;  // somebody has returned from it

    // The round before is over, and from the one before that everybody is gone: two rounds, named
    // in turn, are never mixed up.
    bool admits(std::uint64_t round) const {
      return rounds_over >= round && (round < 2 || left >= (round - 1) * count);
    }
  };

  std::optional<std::uint64_t> leave_destroyed(Visit visit) {
    std::uint64_t* const inside = destroyed_.find(visit.barrier);
    if (inside == nullptr || --*inside > 0) return std::nullopt;
    destroyed_.erase(visit.barrier);
    return visit.barrier;
  }

  SpinLock lock_;
  HashMap<Address, Barrier> barriers_;
  HashMap<std::uint64_t, std::uint64_t> destroyed_;  // how many threads are yet to leave, by number
  std::uint64_t made_ = 0;
  std::atomic<std::uint32_t> changes_ = 0;
};

}  // namespace steward
