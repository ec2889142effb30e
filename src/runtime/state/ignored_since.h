// Since where a thread's accesses, or its synchronization, are ignored because it asked for that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/heap.h"
#include "base/vector.h"
#include "runtime/analysis/chains.h"

namespace steward {

class IgnoredSince {
 public:
  explicit IgnoredSince(Heap& heap) : places_(heap) {}

  void begin(const ThreadPlace& place) {
    ++depth_;
    for (const ThreadPlace& known : places_)
      if (known.counter == place.counter && known.calls == place.calls) return;
    if (places_.size() < kMost) places_.push_back(place);
  }
  // False if it was not asked for.
  bool end() {
    if (depth_ == 0) return false;
    if (--depth_ == 0) places_.clear();
    return true;
  }
  // Which of several was not ended nobody can know: all since nothing was ignored.
  std::span<const ThreadPlace> places() const { return places_.span(); }

 private:
  static constexpr std::size_t kMost = 16;

  std::uint32_t depth_ = 0;
  Vector<ThreadPlace> places_;
};

}  // namespace steward
