// Memory on which the program says that it wants to race.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "base/heap.h"
#include "base/spin_lock.h"
#include "base/vector.h"
#include "core/event/types.h"
#include "core/policy/policy.h"

namespace steward {

// Thread safety: any thread may call anything.
class BenignRanges {
 public:
  explicit BenignRanges(Heap& heap) : ranges_(heap) {}

  void add(AddressRange range) {
    const Hold hold(lock_);
    ranges_.insert(first_from(range.begin), range);
    longest_ = std::max(longest_, range.size);
    any_.store(true, std::memory_order_relaxed);
  }
  // The memory is given back: whoever gets it next has said nothing of it.
  void forget(AddressRange memory) {
    if (!any_.load(std::memory_order_relaxed)) return;
    const Hold hold(lock_);
    const std::size_t first = first_from(memory.begin);
    while (first < ranges_.size() && memory.contains(ranges_[first].begin)) ranges_.erase(first);
  }
  // Whether some of the bytes are in one of them.
  bool meet(AddressRange bytes) {
    if (!any_.load(std::memory_order_relaxed)) return false;
    const Hold hold(lock_);
    // None that begins before reaches so far.
    const std::uint64_t begin = bytes.begin.value();
    std::size_t i = first_from(Address(begin - std::min(begin, longest_)));
    for (; i < ranges_.size() && ranges_[i].begin < bytes.end(); ++i)
      if (ranges_[i].contains(bytes.begin) || bytes.contains(ranges_[i].begin)) return true;
    return false;
  }

 private:
  std::size_t first_from(Address begin) const {
    const auto* const found =
        std::lower_bound(ranges_.begin(), ranges_.end(), begin,
                         [](const AddressRange& range, Address at) { return range.begin < at; });
    return static_cast<std::size_t>(found - ranges_.begin());
  }

  SpinLock lock_;
  Vector<AddressRange> ranges_;  // in the order of their beginnings
  std::uint64_t longest_ = 0;
  std::atomic<bool> any_ = false;
};

}  // namespace steward
