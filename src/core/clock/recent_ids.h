// Which threads were joined lately.
#pragma once

#include <cstddef>
#include <optional>

#include "base/heap.h"
#include "base/vector.h"
#include "core/event/types.h"

namespace steward {

// Several threads may join the same one, mostly soon after each other. What is known of a joined
// thread is kept until so many others have been joined; for ever would be memory that grows with
// the length of the execution.
class RecentIds {
 public:
  explicit RecentIds(Heap& heap) : ids_(heap) {}

  // Remembers `id`; returns the one that is forgotten for it.
  std::optional<ThreadId> push(ThreadId id) {
    if (ids_.size() < kKept) {
      ids_.push_back(id);
      return std::nullopt;
    }
    const ThreadId oldest = ids_[next_];
    ids_[next_] = id;
    next_ = (next_ + 1) % kKept;
    return oldest;
  }

  static constexpr std::size_t kKept = 1024;

 private:
  Vector<ThreadId> ids_;
  std::size_t next_ = 0;  // once full: the oldest
};

}  // namespace steward
