// A lock for a few instructions. It knows no owner: who is switched to may release what whoever was
// switched from took.
#pragma once

#include <atomic>
#include <sched.h>

namespace managed {

class SpinLock {
 public:
  void lock() {
    for (int spins = 0; held_.exchange(true, std::memory_order_acquire); ++spins)
      if (spins > kPatience) sched_yield();
  }
  void unlock() { held_.store(false, std::memory_order_release); }

 private:
  static constexpr int kPatience = 50;

  std::atomic<bool> held_ = false;
};

}  // namespace managed
