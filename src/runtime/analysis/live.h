// The analysis that this runtime was built with, and what it remembers of an access.
#pragma once

#include <cstdint>

#include "core/detect/fasttrack.h"
#include "core/event/types.h"
#include "core/policy/policy.h"
#include "runtime/analysis/chains.h"

namespace steward {

// Where an access of the running program came from: the instruction, the calls that led there and
// the locks that were held, as names that are cheap to copy (see chains.h).
class LiveOrigin {
 public:
  LiveOrigin() = default;
  LiveOrigin(AccessKind kind, AddressRange range, std::uint64_t counter, ChainId calls,
             ChainId locks)
      : counter_(counter),
        kind_(static_cast<std::uint64_t>(kind)),
        begin_low_(range.begin.value()),
        calls_(calls.value()),
        size_(range.size <= kLargestSize ? static_cast<std::uint32_t>(range.size) : 0),
        locks_(locks.value() <= kLargestLocks ? locks.value() : 0) {}

  AccessKind kind() const { return static_cast<AccessKind>(kind_); }
  std::uint64_t counter() const { return counter_; }
  ChainId calls() const { return ChainId(calls_); }
  ChainId locks() const { return ChainId(locks_); }
  // As TraceOrigin::range.
  AddressRange range(AddressRange known) const {
    if (size_ == 0) return known;
    const std::uint64_t back = (known.begin.value() - begin_low_) & kLargestSize;
    if (back + known.size > size_) return known;
    return {Address(known.begin.value() - back), size_};
  }

  friend bool operator==(const LiveOrigin&, const LiveOrigin&) = default;

 private:
  static constexpr std::uint64_t kLargestSize = 0xfff;
  static constexpr std::uint32_t kLargestLocks = 0xfffff;

  std::uint64_t counter_ : 48 = 0;
  std::uint64_t kind_ : 4 = 0;
  std::uint64_t begin_low_ : 12 = 0;
  std::uint32_t calls_ = 0;
  std::uint32_t size_ : 12 = 0;
  std::uint32_t locks_ : 20 = 0;
};
static_assert(sizeof(LiveOrigin) == 16);

struct Live : Locked {
  using Origin = LiveOrigin;
  static constexpr bool kWordLocks = true;
};

using Detector = FastTrack<Live>;
using LiveFinding = BasicFinding<LiveOrigin>;

}  // namespace steward
