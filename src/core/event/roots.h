// Which threads of a trace nobody forks. They exist, unordered with everything, from the beginning;
// an analysis that forgets what all live threads are ordered after must know them before it starts.
#pragma once

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/vector.h"
#include "core/event/event.h"

namespace steward {

class Roots {
 public:
  explicit Roots(Heap& heap) : known_(heap), roots_(heap) {}

  // An event that counts, and the language thread it counts for. REQUIRES: all of the trace, in order.
  void see(const Event& e, ThreadId thread) {
    if (known_.insert(thread)) roots_.push_back(thread);
    if (e.kind == EventKind::fork) known_.insert(e.other());
  }
  // In the order in which they appear.
  const Vector<ThreadId>& threads() const { return roots_; }

 private:
  HashMap<ThreadId, bool> known_;
  Vector<ThreadId> roots_;
};

}  // namespace steward
