// The guards of static local variables. Compilers test one by an atomic load like any other; which
// loads these are must be known where atomics need not order threads.
#pragma once

#include <atomic>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/spin_lock.h"
#include "core/event/types.h"
#include "core/policy/policy.h"

namespace steward {

// Thread safety: any thread may call anything.
class Guards {
 public:
  explicit Guards(Heap& heap) : guards_(heap) {}

  void add(Address guard) {
    const Hold hold(lock_);
    guards_.insert(guard);
    any_.store(true, std::memory_order_relaxed);
  }
  bool contains(Address byte) {
    if (!any_.load(std::memory_order_relaxed)) return false;
    const Hold hold(lock_);
    return guards_.contains(byte);
  }

 private:
  SpinLock lock_;
  HashMap<Address, bool> guards_;
  std::atomic<bool> any_ = false;
};

}  // namespace steward
