// Stopping the world: a collector works while no carrier runs the program.
//
// A carrier asks at safepoints, and says when it comes from the program and goes back to it. All of
// it happens in untracked regions.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace managed {

class World {
 public:
  // Cheap enough for every loop of the program.
  bool wants_stop() const { return stopping_.load(std::memory_order_relaxed); }

  // This carrier is about to run the program; waits while the world is stopped.
  void enter() {
    std::unique_lock hold(mutex_);
    changed_.wait(hold, [&] { return !wants_stop(); });
    ++running_;
  }
  // It does not run it for a while.
  void leave() {
    const std::lock_guard hold(mutex_);
    --running_;
    changed_.notify_all();
  }
  // A safepoint. REQUIRES: entered.
  void pause() {
    leave();
    enter();
  }

  // work() with the world stopped. False: somebody else had the same idea; it is done. REQUIRES:
  // entered.
  template <class F>
  bool stopped(F&& work) {
    {
      std::unique_lock hold(mutex_);
      --running_;
      if (wants_stop()) {
        changed_.notify_all();
        changed_.wait(hold, [&] { return !wants_stop(); });
        ++running_;
        return false;
      }
      stopping_.store(true, std::memory_order_relaxed);
      changed_.wait(hold, [&] { return running_ == 0; });
    }
    work();
    const std::lock_guard hold(mutex_);
    stopping_.store(false, std::memory_order_relaxed);
    ++running_;
    changed_.notify_all();
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int running_ = 0;  // carriers in the program
  std::atomic<bool> stopping_ = false;
};

}  // namespace managed
