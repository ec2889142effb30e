// The single total order S of sequentially consistent operations and fences (C++20
// [atomics.order]), which here is the order of the execution; and what its fences knew.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/vector_clock.h"

namespace steward {

class SequentialOrder {
 public:
  explicit SequentialOrder(Heap& heap) : heap_(heap), seen_(heap), fences_(heap) {}

  using Position = std::uint64_t;
  // Of an operation that takes place now.
  Position next() { return ++last_; }

  // A fence by a thread that knew `clock` then, at its own time `at`.
  void fence(Epoch at, const VectorClock& clock) {
    Fence& made = fences_.emplace_back(heap_);
    made.at = at;
    made.position = next();
    made.seen_before.assign(seen_);
    seen_.join(clock);
    // All may know it: that only forbids more.
    if (fences_.size() > kMostFences) {
      fences_[1].at = Epoch();
      fences_.erase(0);
    }
  }

  struct Fence {
    explicit Fence(Heap& heap) : seen_before(heap) {}
    Epoch at;
    Position position = 0;
    VectorClock seen_before;  // what all fences before it knew, together
  };
  // The last fence of those that happen before whoever knows `clock`; null if none does.
  const Fence* last_known(const VectorClock& clock) const {
    for (std::size_t i = fences_.size(); i > 0; --i)
      if (clock.includes(fences_[i - 1].at)) return &fences_[i - 1];
    return nullptr;
  }
  // What all fences knew, together: an event happens before one of them if and only if it is known
  // here.
  const VectorClock& seen() const { return seen_; }

 private:
  static constexpr std::size_t kMostFences = 256;

  Heap& heap_;
  Position last_ = 0;
  VectorClock seen_;
  Vector<Fence> fences_;
};

}  // namespace steward
