// Which threads of a trace exist, and which of them are over.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/event/types.h"

namespace steward {

struct ThreadLife {
  bool exists = false;  // was forked, has acted, or is carried
  bool ended = false;
  bool joined = false;

  bool over() const { return ended || joined; }
};

// A trace may number its threads as it likes; usual numbers are small and found without hashing.
class ThreadLives {
 public:
  ThreadLife& of(ThreadId id) {
    const std::uint32_t number = id.value();
    if (number < near_.size()) [[likely]]
      return near_[number];
    if (number >= kNear) return far_[number];
    near_.resize(number + 1);
    return near_[number];
  }

 private:
  static constexpr std::uint32_t kNear = 1 << 16;

  std::vector<ThreadLife> near_;
  std::unordered_map<std::uint32_t, ThreadLife> far_;
};

}  // namespace steward
