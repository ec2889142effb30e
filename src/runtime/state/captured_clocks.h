// Clocks that the program keeps: what a thread had done at one moment.
//
// To the analysis each capture is a message, received by whoever joins the clock. A clock that was
// captured onto another has the messages of both. Of one thread's it needs only the last, so there
// are never more than threads.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"
#include "core/event/types.h"

namespace steward {

// Thread safety: a clock does not change; any thread may use it until somebody destroys it.
class CapturedClock {
 public:
  CapturedClock(Heap& heap, ThreadId by, MessageId message, const CapturedClock* onto)
      : heap_(heap), parts_(heap) {
    parts_.push_back(heap.create<Part>(by, message));
    if (onto == nullptr) return;
    for (Part* const part : onto->parts_) {
      if (part->by == by) continue;
      part->clocks.fetch_add(1, std::memory_order_relaxed);
      parts_.push_back(part);
    }
  }
  CapturedClock(const CapturedClock&) = delete;
  CapturedClock& operator=(const CapturedClock&) = delete;

  template <class F>
  void for_each(F&& f) const {
    for (const Part* const part : parts_) f(part->message);
  }
  // unused(message) for those that no other clock has. REQUIRES: to be called once, at the end.
  template <class F>
  void give_up(F&& unused) {
    for (Part* const part : parts_) {
      if (part->clocks.fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
      unused(part->message);
      heap_.destroy(part);
    }
  }

 private:
  struct Part {
    Part(ThreadId t, MessageId m) : by(t), message(m) {}
    const ThreadId by;
    const MessageId message;
    std::atomic<std::uint32_t> clocks = 1;  // that have it
  };

  Heap& heap_;
  Vector<Part*> parts_;
};

}  // namespace steward
