// Ranges, kinds of access, and what a TraceOrigin remembers.
#include "core/event/event.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>

#include "core/detect/finding.h"
#include "core/event/types.h"

namespace steward {
namespace {

AddressRange any_range() {
  return {Address(1000 + static_cast<std::uint64_t>(*rc::gen::inRange(0, 12))),
          static_cast<std::uint64_t>(*rc::gen::inRange(0, 8))};
}
std::set<std::uint64_t> bytes_of(AddressRange range) {
  std::set<std::uint64_t> bytes;
  for (std::uint64_t i = 0; i < range.size; ++i) bytes.insert(range.begin.value() + i);
  return bytes;
}

RC_GTEST_PROP(AddressRange, IsASetOfBytes, ()) {
  const AddressRange a = any_range();
  const AddressRange b = any_range();
  std::set<std::uint64_t> both;
  for (const std::uint64_t byte : bytes_of(a)) {
    RC_ASSERT(a.contains(Address(byte)));
    if (b.contains(Address(byte))) both.insert(byte);
  }
  RC_ASSERT(!a.contains(a.end()));
  RC_ASSERT(bytes_of(a.intersection(b)) == both);
  if (a.size != 0 && b.size != 0) RC_ASSERT(a.overlaps(b) == !both.empty());
}

constexpr AccessKind kKinds[] = {AccessKind::read, AccessKind::write, AccessKind::atomic_read,
                                 AccessKind::atomic_write, AccessKind::free};

TEST(AccessKind, ConflictsIfOneWritesAndOneIsPlain) {
  for (const AccessKind a : kKinds) {
    for (const AccessKind b : kKinds) {
      const bool one_writes = is_write(a) || is_write(b);
      const bool both_atomic = is_atomic(a) && is_atomic(b);
      EXPECT_EQ(kinds_conflict(a, b), one_writes && !both_atomic);
      EXPECT_EQ(kinds_conflict(a, b), kinds_conflict(b, a));
    }
  }
}

TEST(AccessKind, CoversWhatConflictsWithNothingMore) {
  for (const AccessKind a : kKinds) {
    for (const AccessKind b : kKinds) {
      bool conflicts_with_all_of_b = true;
      for (const AccessKind other : kKinds)
        conflicts_with_all_of_b &= !kinds_conflict(b, other) || kinds_conflict(a, other);
      EXPECT_EQ(covers(a, b), conflicts_with_all_of_b);
    }
  }
}

TEST(EventKind, PredicatesAgreeWithEachOther) {
  for (int i = 0; i < kEventKinds; ++i) {
    const auto kind = static_cast<EventKind>(i);
    EXPECT_STRNE(name_of(kind), "unknown");
    if (is_access(kind)) {
      EXPECT_TRUE(has_range(kind)) << name_of(kind);
      EXPECT_EQ(is_atomic(kind), is_atomic(access_kind(kind))) << name_of(kind);
    }
    EXPECT_FALSE(has_range(kind) && (names_thread(kind) || is_lock_operation(kind)))
        << name_of(kind);
  }
}

RC_GTEST_PROP(TraceOrigin, KnowsItsWholeRangeFromAnyByte, ()) {
  const AddressRange range{Address(*rc::gen::inRange<std::uint64_t>(1, std::uint64_t{1} << 47)),
                           *rc::gen::inRange<std::uint64_t>(1, 4096)};
  const auto event = *rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << 48);
  const auto site = *rc::gen::arbitrary<std::uint32_t>();
  const auto locks = *rc::gen::inRange<std::uint32_t>(0, 1u << 20);
  const AccessKind kind = kKinds[*rc::gen::inRange(0, 5)];
  const TraceOrigin origin(EventIndex(event), kind, range, SiteId(site), LocksetId(locks));
  RC_ASSERT(origin.event() == EventIndex(event));
  RC_ASSERT(origin.kind() == kind);
  RC_ASSERT(origin.site() == SiteId(site));
  RC_ASSERT(origin.locks() == LocksetId(locks));
  const std::uint64_t offset = *rc::gen::inRange<std::uint64_t>(0, range.size);
  RC_ASSERT(origin.range({range.begin + offset, range.size - offset}) == range);
}

TEST(TraceOrigin, OfAHugeAccessKnowsOnlyWhatItIsGiven) {
  const TraceOrigin origin(EventIndex(1), AccessKind::free, {Address(4096), 4096}, SiteId(1),
                           LocksetId(1u << 20));
  const AddressRange known{Address(5000), 8};
  EXPECT_EQ(origin.range(known), known);
  EXPECT_EQ(origin.locks(), LocksetId());
}

}  // namespace
}  // namespace steward
