// A lock for very short critical sections in code that may not call pthread functions.
#pragma once

#include <atomic>

#include "base/spinning.h"

namespace steward {

class SpinLock {
 public:
  void lock() {
    unsigned tries = 0;
    while (flag_.exchange(true, std::memory_order_acquire)) {
      while (flag_.load(std::memory_order_relaxed)) wait_a_little(tries++);
    }
  }
  bool try_lock() { return !flag_.exchange(true, std::memory_order_acquire); }
  bool is_locked() const { return flag_.load(std::memory_order_relaxed); }
  void unlock() { flag_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> flag_ = false;
};

}  // namespace steward
