// What a detector says: two accesses that race, and on which bytes.
#pragma once

#include <cstdint>

#include "core/clock/epoch.h"
#include "core/event/event.h"
#include "core/event/types.h"

namespace steward {

// The locks a thread held, interned; 0 is the empty set (or, in a TraceOrigin, too many to number).
using LocksetId = Id<struct LocksetTag, std::uint32_t>;

// Where an access came from, as a detector remembers it beside the history of a location: opaque to
// the detector but for site(). This is the form for traces. The live runtime has a smaller one.
class TraceOrigin {
 public:
  TraceOrigin() = default;
  TraceOrigin(EventIndex event, AccessKind kind, AddressRange range, SiteId site, LocksetId locks)
      : event_(event.value()),
        kind_(static_cast<std::uint64_t>(kind)),
        begin_low_(range.begin.value()),
        site_(site.value()),
        size_(range.size <= kLargestSize ? static_cast<std::uint32_t>(range.size) : 0),
        locks_(locks.value() <= kLargestLockset ? locks.value() : 0) {}

  EventIndex event() const { return EventIndex(event_); }
  AccessKind kind() const { return static_cast<AccessKind>(kind_); }
  SiteId site() const { return SiteId(site_); }
  LocksetId locks() const { return LocksetId(locks_); }

  // The bytes of the access, given some of them. An access of over 4,095 bytes is remembered
  // without its extent: then this is just `known`.
  AddressRange range(AddressRange known) const {
    if (size_ == 0) return known;
    const std::uint64_t back = (known.begin.value() - begin_low_) & kLowMask;
    // A history that was copied tells where the access was, not where its bytes are now.
    if (back + known.size > size_) return known;
    return {Address(known.begin.value() - back), size_};
  }

  friend bool operator==(const TraceOrigin&, const TraceOrigin&) = default;

  static constexpr std::uint32_t kLargestLockset = 0xfffff;

 private:
  static constexpr std::uint64_t kLargestSize = 0xfff;
  static constexpr std::uint64_t kLowMask = 0xfff;

  std::uint64_t event_ : 48 = 0;
  std::uint64_t kind_ : 4 = 0;
  std::uint64_t begin_low_ : 12 = 0;
  std::uint32_t site_ = 0;
  std::uint32_t size_ : 12 = 0;
  std::uint32_t locks_ : 20 = 0;
};
static_assert(sizeof(TraceOrigin) == 16);

// What keeps the two accesses of a finding apart.
enum class KeptApart : std::uint8_t {
  by_nothing,   // a race
  by_messages,  // only signals and atomics: no race, but whoever predicts says what rests on them
  by_order,     // the earlier is a free, and what comes after it should not be there at all
};

// One race, on one contiguous run of bytes. A single access can give several: one for each earlier
// access it races with, and one for each run of bytes whose histories differ.
template <class Origin>
struct BasicFinding {
  struct Access {
    ThreadId thread;
    Origin origin;
  };
  AddressRange bytes;  // where both accesses meet
  Access earlier;      // in the order of the execution
  Access later;
  KeptApart kept_apart = KeptApart::by_nothing;  // others only where that is asked for
  Epoch when = {};  // of the earlier one, where the detector goes by epochs
};
using Finding = BasicFinding<TraceOrigin>;

}  // namespace steward
