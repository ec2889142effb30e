// The time that a command may take: when it is over, the command is interrupted.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "cli/explore/interruption.h"

namespace steward::cli {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Deadline(std::chrono::seconds time) : at_(Clock::now() + time) {
    waiter_ = std::thread([this] {
      std::unique_lock lock(mutex_);
      if (over_.wait_until(lock, at_, [this] { return done_; })) return;
      passed_ = true;
      Interruption::request();
    });
  }
  ~Deadline() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    over_.notify_all();
    waiter_.join();
  }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  bool passed() {
    const std::lock_guard lock(mutex_);
    return passed_;
  }
  std::chrono::seconds left() const {
    return std::max(std::chrono::seconds(0),
                    std::chrono::duration_cast<std::chrono::seconds>(at_ - Clock::now()));
  }

 private:
  const Clock::time_point at_;
  std::mutex mutex_;
  std::condition_variable over_;
  bool done_ = false, passed_ = false;
  std::thread waiter_;
};

}  // namespace steward::cli
