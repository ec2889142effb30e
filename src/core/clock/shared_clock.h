// An immutable vector clock that many hold: what a lock, a message or a store passes on.
#pragma once

#include <utility>

#include "base/heap.h"
#include "core/clock/vector_clock.h"

namespace steward {

// A counted reference, or nothing (⊥). Copying costs a count, not a clock.
template <class Policy>
class SharedClock {
 public:
  SharedClock() = default;
  SharedClock(const SharedClock& other) : body_(other.body_) {
    if (body_ != nullptr) body_->references.add();
  }
  SharedClock(SharedClock&& other) noexcept : body_(std::exchange(other.body_, nullptr)) {}
  SharedClock& operator=(SharedClock other) noexcept {
    std::swap(body_, other.body_);
    return *this;
  }
  ~SharedClock() { reset(); }

  // The clock a thread has at `now`, its own epoch.
  static SharedClock of(Heap& heap, const VectorClock& clock, Epoch now) {
    SharedClock result;
    result.body_ = heap.create<Body>(heap, now);
    result.body_->clock.assign(clock);
    return result;
  }
  static SharedClock merge(Heap& heap, const SharedClock& a, const SharedClock& b) {
    if (a.is_bottom() || b.includes_all_of(a)) return b;
    if (b.is_bottom() || a.includes_all_of(b)) return a;
    SharedClock result = of(heap, *a, Epoch());
    result.body_->clock.join(*b);
    return result;
  }

  bool is_bottom() const { return body_ == nullptr; }
  const VectorClock& operator*() const { return body_->clock; }
  void reset() {
    if (body_ != nullptr && body_->references.drop()) body_->heap.destroy(body_);
    body_ = nullptr;
  }

  // into := into ⊔ this.
  void join_into(VectorClock& into) const {
    if (is_bottom() || known_to(into)) return;
    into.join(body_->clock);
  }
  friend bool operator==(const SharedClock& a, const SharedClock& b) { return a.body_ == b.body_; }

 private:
  struct Body {
    Body(Heap& from, Epoch at) : heap(from), now(at), clock(from) {}
    Heap& heap;
    // Whose clock at what time this was, or never for a merged one. A thread's time grows each time
    // it passes its clock on, so whoever knows `now` knows all of it: one comparison instead of
    // a join.
    Epoch now;
    [[no_unique_address]] typename Policy::Counter references;
    VectorClock clock;
  };

  bool known_to(const VectorClock& clock) const {
    return !body_->now.never() && clock.includes(body_->now);
  }
  bool includes_all_of(const SharedClock& other) const {
    return body_ == other.body_ || (!is_bottom() && other.known_to(body_->clock));
  }

  Body* body_ = nullptr;
};

}  // namespace steward
