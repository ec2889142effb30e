// Which threads of a trace nobody forks. They exist, unordered with everything, from the beginning;
// an analysis that forgets what all live threads are ordered after must know them before it starts.
#pragma once

#include <cstddef>
#include <optional>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/vector.h"
#include "core/event/event.h"

namespace steward {

class Roots {
 public:
  explicit Roots(Heap& heap) : known_(heap), roots_(heap) {}

  // An event that counts, and the language thread it counts for. REQUIRES: all of the trace, in
  // order.
  void see(const Event& e, ThreadId thread) {
    std::optional<ThreadId>& recent = recent_[thread.value() % kRecent];
    if (recent != thread) {
      if (known_.insert(thread)) roots_.push_back(thread);
      recent = thread;
    }
    if (e.kind == EventKind::fork) known_.insert(e.other());
  }
  // In the order in which they appear.
  const Vector<ThreadId>& threads() const { return roots_; }

 private:
  static constexpr std::size_t kRecent = 64;

  HashMap<ThreadId, bool> known_;
  Vector<ThreadId> roots_;
  std::optional<ThreadId> recent_[kRecent];  // found without a look into the table
};

}  // namespace steward
