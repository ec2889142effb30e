// Byte ranges as unions of blocks, for formats whose accesses name whole variables.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "base/check.h"
#include "core/event/types.h"

namespace steward {

// The coarsest partition of memory into ranges such that every range added is a union of its
// blocks: blocks begin and end where some added range begins or ends, and nowhere else. So two
// accesses overlap exactly if they share a block. Takes memory for each distinct boundary.
class Partition {
 public:
  // REQUIRES: before seal(); the range does not wrap around.
  void add(AddressRange range) {
    boundaries_.insert(range.begin.value());
    boundaries_.insert(range.end().value());
  }

  // No more ranges are added.
  void seal() {
    sorted_.assign(boundaries_.begin(), boundaries_.end());
    std::sort(sorted_.begin(), sorted_.end());
    boundaries_ = {};
  }

  // Calls f(block) for the blocks of `range`, in ascending order. REQUIRES: seal()ed; `range` was
  // added.
  template <class F>
  void for_each_block(AddressRange range, F&& f) const {
    auto boundary = std::lower_bound(sorted_.begin(), sorted_.end(), range.begin.value());
    STEWARD_CHECK(boundary != sorted_.end());
    for (; *boundary < range.end().value(); ++boundary)
      f(AddressRange{Address(*boundary), boundary[1] - *boundary});
  }

 private:
  std::unordered_set<std::uint64_t> boundaries_;
  std::vector<std::uint64_t> sorted_;
};

}  // namespace steward
