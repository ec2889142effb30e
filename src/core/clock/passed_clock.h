// What a thread passes on of what it knows.
#pragma once

#include <utility>

#include "base/heap.h"
#include "core/clock/shared_clock.h"

namespace steward {

// A copy of the thread's clock, made anew only when it has learnt something since the last time;
// and then where a copy was that nobody has any more.
template <class Policy>
class PassedClock {
 public:
  using Clock = SharedClock<Policy>;

  // Good until the next time.
  const Clock& pass_on(Heap& heap, const VectorClock& clock, Epoch now) {
    if (!current_) renew(heap, clock, now);
    latest_.grow_to(now);
    return latest_;
  }
  // To be called whenever the clock changes, but for the thread's own time.
  void has_learnt() { current_ = false; }
  // What an object of the program kept until now.
  void take_back(Clock&& passed) {
    if (!room_.is_only_one() && passed.is_only_one()) room_ = std::move(passed);
  }
  void reset() { *this = PassedClock(); }

 private:
  [[gnu::noinline]] void renew(Heap& heap, const VectorClock& clock, Epoch now) {
    latest_ = Clock::of(heap, clock, now, std::move(latest_.is_only_one() ? latest_ : room_));
    current_ = true;
  }

  Clock latest_;
  Clock room_;
  bool current_ = false;
};

}  // namespace steward
