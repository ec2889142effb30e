// An immutable vector clock that many hold: what a lock, a message or a store passes on.
#pragma once

#include <utility>

#include "base/heap.h"
#include "core/clock/vector_clock.h"

namespace steward {

// A counted reference, or nothing (⊥). Copying costs a count, not a clock.
//
// What a thread passes on mostly differs from what it passed on before in its own time alone. So
// that stands beside the reference, and both share a clock: see grow_to().
template <class Policy>
class SharedClock {
 public:
  SharedClock() = default;
  SharedClock(const SharedClock& other) : body_(other.body_), now_(other.now_) {
    if (body_ != nullptr) body_->references.add();
  }
  SharedClock(SharedClock&& other) noexcept
      : body_(std::exchange(other.body_, nullptr)), now_(std::exchange(other.now_, Epoch())) {}
  SharedClock& operator=(SharedClock other) noexcept {
    std::swap(body_, other.body_);
    std::swap(now_, other.now_);
    return *this;
  }
  ~SharedClock() { reset(); }

  // The clock a thread has at `now`, its own epoch. `room` is given up: its memory is used again,
  // if nobody else has it.
  static SharedClock of(Heap& heap, const VectorClock& clock, Epoch now, SharedClock&& room = {}) {
    SharedClock result;
    if (room.is_only_one()) result = std::move(room);
    else result.body_ = heap.create<Body>(heap);
    result.now_ = now;
    result.body_->clock.assign(clock);
    return result;
  }
  // It is the same thread's clock at a later time. REQUIRES: that has learnt nothing since then.
  void grow_to(Epoch now) { now_ = now; }
  // Becomes `other`. Returns what it was, or ⊥ if that goes on: of the same clock only the time is
  // new, and nothing need be counted.
  SharedClock replace_by(const SharedClock& other) {
    if (body_ != other.body_) return std::exchange(*this, other);
    now_ = other.now_;
    return {};
  }
  static SharedClock merge(Heap& heap, const SharedClock& a, const SharedClock& b) {
    if (a.is_bottom() || b.includes_all_of(a)) return b;
    if (b.is_bottom() || a.includes_all_of(b)) return a;
    SharedClock result = of(heap, a.body_->clock, Epoch());
    learn(result.body_->clock, a.now_);
    b.join_into(result.body_->clock);
    return result;
  }

  bool is_bottom() const { return body_ == nullptr; }
  // Whether there is no other reference to the clock: nobody can make one any more but from this.
  bool is_only_one() const { return body_ != nullptr && body_->references.is_one(); }
  // REQUIRES: not ⊥.
  bool includes(Epoch epoch) const {
    return (epoch.slot() == now_.slot() && epoch.time() <= now_.time()) ||
           body_->clock.includes(epoch);
  }
  Time get(Slot slot) const {
    const Time time = body_->clock.get(slot);
    return slot == now_.slot() && time < now_.time() ? now_.time() : time;
  }
  void reset() {
    if (body_ != nullptr && body_->references.drop()) destroy();
    body_ = nullptr;
    now_ = Epoch();
  }

  // into := into ⊔ this. Whether there was anything in it that may be new.
  bool join_into(VectorClock& into) const {
    if (is_bottom() || (!now_.never() && into.includes(now_))) return false;
    learn_all(into);
    return true;
  }
  friend bool operator==(const SharedClock& a, const SharedClock& b) {
    return a.body_ == b.body_ && a.now_ == b.now_;
  }
  // Whether merging `other` into it would change nothing. May say no though it is so.
  bool includes_all_of(const SharedClock& other) const {
    if (is_bottom()) return false;
    return other.now_.never() ? body_ == other.body_ : includes(other.now_);
  }

 private:
  struct Body {
    explicit Body(Heap& from) : heap(from), clock(from) {}
    Heap& heap;
    [[no_unique_address]] typename Policy::Counter references;
    VectorClock clock;
  };

  [[gnu::noinline]] void learn_all(VectorClock& into) const {
    into.join(body_->clock);
    learn(into, now_);
  }
  [[gnu::noinline]] void destroy() { body_->heap.destroy(body_); }
  static void learn(VectorClock& clock, Epoch epoch) {
    if (!clock.includes(epoch)) clock.set(epoch.slot(), epoch.time());
  }

  Body* body_ = nullptr;
  // Whose clock at what time this is, or never for a merged one. A thread's time grows each time it
  // passes its clock on, so whoever knows `now_` knows all of it: one comparison instead of a join.
  Epoch now_;
};

}  // namespace steward
