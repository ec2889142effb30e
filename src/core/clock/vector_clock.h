// Vector clocks: for each slot, the latest time known of it. Grows as slots appear; what is not
// stored is 0.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/clock_tail.h"
#include "core/clock/epoch.h"
#include "core/clock/packed_entry.h"

namespace steward {

class VectorClock {
 public:
  explicit VectorClock(Heap& heap) : first_(heap), tail_(heap) {}

  Time get(Slot slot) const {
    if (slot.value() < first_.size()) [[likely]]
      return first_[slot.value()];
    return slot.value() < kFirst ? 0 : get_beyond(slot);
  }
  void set(Slot slot, Time time) {
    if (slot.value() >= kFirst) [[unlikely]]
      return set_beyond(slot, time);
    if (slot.value() >= first_.size()) first_.resize(slot.value() + 1);
    first_[slot.value()] = time;
  }
  // For who asks several times in a row, while the clock does not change.
  class Reader {
   public:
    [[gnu::always_inline]] explicit Reader(const VectorClock& clock)
        : clock_(clock), first_(clock.first_.begin()), size_(clock.first_.size()) {}
    // Of an entry (see packed_entry.h): whether its epoch is known.
    [[gnu::always_inline]] bool includes(std::uint64_t entry) const {
      const std::size_t slot = packed::slot_of(entry);
      return slot < size_ ? packed::time_of(entry) <= first_[slot]
                          : clock_.includes(packed::epoch_of(entry));
    }
    // The same for who can do without an answer: no also stands for not at hand.
    [[gnu::always_inline]] bool finds(std::uint64_t entry) const {
      const std::size_t slot = packed::slot_of(entry);
      return slot < size_ && packed::time_of(entry) <= first_[slot];
    }

   private:
    const VectorClock& clock_;
    const std::uint64_t* const first_;
    const std::size_t size_;
  };

  // Whether what happened at `epoch` is known here: epoch ⪯ clock.
  [[gnu::always_inline]] bool includes(Epoch epoch) const {
    return epoch.time() <= get(epoch.slot());
  }
  // Whether all of `other` is known here: other ⊑ this.
  bool includes(const VectorClock& other) const {
    for (std::size_t i = 0; i < other.first_.size(); ++i)
      if (other.first_[i] > (i < first_.size() ? first_[i] : 0)) return false;
    return tail_.includes(other.tail_);
  }
  // this := this ⊔ other.
  void join(const VectorClock& other) {
    if (other.first_.size() > first_.size()) first_.resize(other.first_.size());
    for (std::size_t i = 0; i < other.first_.size(); ++i)
      if (first_[i] < other.first_[i]) first_[i] = other.first_[i];
    tail_.join(other.tail_);
  }
  // this := this ⊓ other, what both know.
  void meet(const VectorClock& other) {
    if (other.first_.size() < first_.size()) first_.resize(other.first_.size());
    for (std::size_t i = 0; i < first_.size(); ++i)
      if (other.first_[i] < first_[i]) first_[i] = other.first_[i];
    tail_.meet(other.tail_);
  }
  void assign(const VectorClock& other) {
    first_.resize(other.first_.size());
    for (std::size_t i = 0; i < other.first_.size(); ++i) first_[i] = other.first_[i];
    tail_.assign(other.tail_);
  }
  void clear() {
    first_.clear();
    tail_.clear();
  }
  bool empty() const { return first_.empty() && tail_.empty(); }

 private:
  // As many threads as most programs have at once, in one piece: looked up with every access.
  static constexpr std::uint32_t kFirst = 64;

  [[gnu::noinline]] Time get_beyond(Slot slot) const { return tail_.get(slot.value() - kFirst); }
  [[gnu::noinline]] void set_beyond(Slot slot, Time time) {
    tail_.set(slot.value() - kFirst, time);
  }

  Vector<std::uint64_t> first_;
  ClockTail tail_;
};

}  // namespace steward
