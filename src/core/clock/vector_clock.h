// Vector clocks: for each slot, the latest time known of it. Grows as slots appear; what is not
// stored is 0.
#pragma once

#include <cstddef>

#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/epoch.h"

namespace steward {

class VectorClock {
 public:
  explicit VectorClock(Heap& heap) : times_(heap) {}

  Time get(Slot slot) const { return slot.value() < times_.size() ? times_[slot.value()] : 0; }
  void set(Slot slot, Time time) {
    if (slot.value() >= times_.size()) times_.resize(slot.value() + 1);
    times_[slot.value()] = time;
  }
  // Whether what happened at `epoch` is known here: epoch ⪯ clock.
  bool includes(Epoch epoch) const { return epoch.time() <= get(epoch.slot()); }
  // Whether all of `other` is known here: other ⊑ this.
  bool includes(const VectorClock& other) const {
    for (std::size_t i = 0; i < other.times_.size(); ++i)
      if (other.times_[i] > get(Slot(static_cast<std::uint32_t>(i)))) return false;
    return true;
  }
  // this := this ⊔ other.
  void join(const VectorClock& other) {
    if (other.times_.size() > times_.size()) times_.resize(other.times_.size());
    for (std::size_t i = 0; i < other.times_.size(); ++i)
      if (times_[i] < other.times_[i]) times_[i] = other.times_[i];
  }
  void assign(const VectorClock& other) {
    times_.resize(other.times_.size());
    for (std::size_t i = 0; i < other.times_.size(); ++i) times_[i] = other.times_[i];
  }
  void clear() { times_.clear(); }
  bool empty() const { return times_.empty(); }
  std::size_t size() const { return times_.size(); }

 private:
  Vector<Time> times_;
};

}  // namespace steward
