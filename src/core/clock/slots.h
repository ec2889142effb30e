// Who has which slot of the vector clocks, and which slots may be used again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/epoch.h"
#include "core/clock/vector_clock.h"
#include "core/event/types.h"

namespace steward {

// A slot is reused only where that is exact: the end of its last thread is ordered before the start
// of the next. Then "knows time k of the slot" still means what it says: the next thread's times
// are larger, and whoever knows one of them knows everything of its predecessors. Without reuse,
// 20,000 threads one after the other would need clocks of 20,000 entries.
class Slots {
 public:
  explicit Slots(Heap& heap) : slots_(heap), free_(heap) {}

  // A slot for `thread`, which starts knowing `inherited`, and the first time it has there.
  Epoch take(ThreadId thread, const VectorClock& inherited) {
    // The newest free slots are the likeliest; looking through thousands would cost more than a
    // slot.
    const std::size_t oldest = free_.size() > kReuseTries ? free_.size() - kReuseTries : 0;
    for (std::size_t i = free_.size(); i-- > oldest;) {
      const Slot slot = free_[i];
      Tenants& tenants = slots_[slot.value()];
      if (inherited.get(slot) < tenants.end) continue;
      free_.erase(i);
      tenants.history.push_back({tenants.end + 1, thread});
      return {slot, tenants.end + 1};
    }
    const Slot slot(static_cast<std::uint32_t>(slots_.size()));
    STEWARD_CHECK(slot.value() < Epoch::kSlots);
    slots_.emplace_back(slots_.heap()).history.push_back({1, thread});
    return {slot, 1};
  }

  // The thread of `last.slot()` ended and was joined, its last time being last.time(). Before that
  // nobody can know its end, and its slot would only be in the way of those that can be reused.
  void give_back(Epoch last) {
    slots_[last.slot().value()].end = last.time();
    free_.push_back(last.slot());
  }

  // f(epoch) with the end of the last thread of each slot that waits for its next one.
  template <class F>
  void for_each_end(F&& f) const {
    for (const Slot slot : free_) f(Epoch(slot, slots_[slot.value()].end));
  }

  // Which thread it was.
  ThreadId thread_at(Epoch epoch) const {
    const Vector<Tenant>& history = slots_[epoch.slot().value()].history;
    std::size_t i = history.size() - 1;
    while (history[i].begin > epoch.time()) --i;
    return history[i].thread;
  }

  std::size_t count() const { return slots_.size(); }

 private:
  struct Tenant {
    Time begin;
    ThreadId thread;
  };
  struct Tenants {
    explicit Tenants(Heap& heap) : history(heap) {}
    Vector<Tenant> history;
    Time end = 0;  // of the last tenant, once it has ended
  };

  static constexpr std::size_t kReuseTries = 64;

  Vector<Tenants> slots_;
  Vector<Slot> free_;
};

}  // namespace steward
