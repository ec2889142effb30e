// Races are told in the order in which they were found, whichever threads tell them: the first of a
// kind is the one that people see, and it is the same one that a trace of the execution shows.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/platform/raw.h"

namespace steward {

// Thread safety: any thread may call anything.
class TellingOrder {
 public:
  // The number of what was just found.
  std::uint32_t take() { return next_.fetch_add(1, std::memory_order_relaxed); }

  // Returns when all that was found before it has been told. Not if nothing is for long: who has
  // found it may have come to its end.
  void await(std::uint32_t number) {
    std::uint32_t seen = told_.load(std::memory_order_acquire);
    if (!is_before(seen, number)) return;
    waiting_.fetch_add(1);
    seen = told_.load();
    for (int waited = 0; is_before(seen, number) && waited < kPatience; ++waited) {
      raw::wait(told_, seen, 1);
      const std::uint32_t now = told_.load(std::memory_order_acquire);
      if (now != seen) waited = 0;
      seen = now;
    }
    waiting_.fetch_sub(1, std::memory_order_relaxed);
  }
  void told(std::uint32_t number) {
    std::uint32_t before = told_.load(std::memory_order_relaxed);
    while (is_before(before, number + 1) && !told_.compare_exchange_weak(before, number + 1)) {
    }
    // Mostly nobody; and who comes now finds that it has been told.
    if (waiting_.load() != 0) raw::wake_all(told_);
  }

 private:
  static constexpr int kPatience = 1000;  // in milliseconds
  // Numbers come again, but not soon.
  static bool is_before(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::int32_t>(a - b) < 0;
  }

  std::atomic<std::uint32_t> next_ = 0;
  std::atomic<std::uint32_t> told_ = 0;  // all before this one have been
  std::atomic<std::uint32_t> waiting_ = 0;
};

}  // namespace steward
