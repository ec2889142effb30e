// What WellFormedReader refuses, with its place, and what it puts right.
#include "trace/well_formed.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

#include "trace/event_generator.h"
#include "trace/support.h"

namespace steward {
namespace {

using testing::binary;
using testing::Bytes;
using testing::bytes_of;
using testing::Content;
using testing::read_all;

constexpr ThreadId kMain(0), kA(1), kB(2), kC(3);
constexpr LockId kLock(7);
constexpr AddressRange kX{Address(64), 8};

struct Tidied : Content {
  Repairs repairs;
};

Tidied tidied(const Bytes& bytes, std::size_t batch = 64) {
  auto inner = open(memory_source(bytes, "t"));
  if (!inner) return {{{}, std::move(inner).error()}, {}};
  WellFormedReader reader(std::move(*inner));
  Tidied result{read_all(reader, batch), {}};
  result.repairs = reader.repairs();
  return result;
}
Tidied tidied(const std::vector<Event>& events, std::size_t batch = 64) {
  return tidied(binary(events, 1), batch);
}

TEST(WellFormed, WhatIsInOrderPassesUnchanged) {
  const std::vector<Event> events = {event::fork(kMain, kA),
                                     event::start(kA),
                                     event::acquire(kA, kLock),
                                     event::write(kA, kX),
                                     event::release(kA, kLock),
                                     event::end(kA),
                                     event::join(kMain, kA),
                                     event::acquire(kMain, kLock, LockMode::shared),
                                     event::acquire(kB, kLock, LockMode::shared),
                                     event::release(kMain, kLock, LockMode::shared),
                                     event::release(kB, kLock, LockMode::shared)};
  const Tidied result = tidied(events);
  EXPECT_EQ(result.message(), "no error");
  EXPECT_EQ(result.events, events);
  EXPECT_EQ(result.repairs.total(), 0u);
}

TEST(WellFormed, TextTracesNameTheLine) {
  EXPECT_EQ(tidied(bytes_of("M|fork(T)|1\nT|w(x)|2\n# so far so good\nM|join(T)|3\nT|r(x)|4\n"))
                .message(),
            "t:5: thread T performs a read after it was joined");
  EXPECT_EQ(tidied(bytes_of("M|fork(T)|1\nM|fork(T)|2\n")).message(),
            "t:2: a fork by thread M of thread T, which exists already");
  EXPECT_EQ(tidied(bytes_of("M|w(x)|1\nM|join(M)|2\n")).message(),
            "t:2: a join by thread M of itself");
}

TEST(WellFormed, BinaryTracesNameTheOffset) {
  const std::vector<Event> events = {event::write(kMain, kX), event::end(kMain),
                                     event::write(kMain, kX)};
  const Tidied result = tidied(events);
  EXPECT_EQ(result.events.size(), 2u) << "what came before is delivered first";
  EXPECT_EQ(result.message(), "t: offset 17: thread 0 performs a write after its end");
}

TEST(WellFormed, EveryContradictionIsAnError) {
  const AddressRange top{Address(~std::uint64_t{0} - 3), 4};
  struct Case {
    std::vector<Event> events;
    const char* what;
  };
  const Case cases[] = {
      {{event::end(kA), event::start(kA)}, "thread 1 performs a start after its end"},
      {{event::join(kMain, kA), event::start(kA)}, "thread 1 performs a start after it was joined"},
      {{event::end(kA), event::acquire(kA, kLock)}, "thread 1 performs an acquire after its end"},
      {{event::join(kMain, kA), event::fork(kMain, kA)},
       "a fork by thread 0 of thread 1, which is over: the number of a thread must not be used "
       "again"},
      {{event::end(kA), event::fork(kMain, kA)},
       "a fork by thread 0 of thread 1, which is over: the number of a thread must not be used "
       "again"},
      {{event::read(kA, kX), event::fork(kMain, kA)},
       "a fork by thread 0 of thread 1, which exists already"},
      {{event::fork(kMain, kMain)}, "a fork by thread 0 of itself"},
      {{event::switch_identity(kMain, kMain)}, "a switch_identity by thread 0 of itself"},
      {{event::switch_identity(kMain, kA), event::switch_identity(kMain, kA)},
       "a switch_identity by thread 1 of itself"},
      {{event::switch_identity(kMain, kA), event::fork(kB, kA)},
       "a fork by thread 2 of thread 1, which exists already"},
      {{event::switch_identity(kMain, kA), event::end(kMain), event::read(kMain, kX)},
       "thread 1 performs a read after its end"},
      {{event::read(kA, {Address(9), 0})}, "a read by thread 1 of 0 bytes"},
      {{event::clear(kA, {Address(9), 0})}, "a clear by thread 1 of 0 bytes"},
      {{event::write(kA, top)},
       "a write by thread 1 of 4 bytes, which reach or pass the last byte of the address space"},
      {{event::write(kA, {top.begin, 8})},
       "a write by thread 1 of 8 bytes, which reach or pass the last byte of the address space"},
      {{event::free(kA, {Address(8), (std::uint64_t{64} << 30) + 1})},
       "a free by thread 1 of 68719476737 bytes, more than the 68719476736 that one can have"},
      {{event::atomic(EventKind::atomic_store, kA, {Address(8), 4097}, MemoryOrder::relaxed)},
       "an atomic_store by thread 1 of 4097 bytes, more than the 4096 that one can have"},
      {{event::copy(kA, top.begin, {Address(8), 4})},
       "a copy by thread 1 of 4 bytes, which reach or pass the last byte of the address space"},
      {{event::atomic(EventKind::atomic_load, kA, kX, MemoryOrder::acquire, {}, 2)},
       "an atomic_load by thread 1 reads a store of age 2, but the trace declares at most 1"},
      {{event::untracked_begin(kA, Untracked::both), event::end(kA), event::read(kA, kX)},
       "thread 1 performs a read after its end"},
  };
  for (const Case& c : cases) {
    const Bytes bytes = binary(c.events, 255);
    Bytes declared = bytes;
    declared[10] = std::byte{1};
    const Tidied result = tidied(declared);
    ASSERT_TRUE(result.error) << c.what;
    EXPECT_EQ(result.error->what, c.what);
    EXPECT_EQ(result.events.size(), c.events.size() - 1);
  }
}

TEST(WellFormed, ACarrierMaySwitchAwayFromAThreadThatEnded) {
  const std::vector<Event> events = {event::fork(kMain, kA),         event::switch_identity(kC, kA),
                                     event::write(kC, kX),           event::end(kC),
                                     event::switch_identity(kC, kB), event::write(kC, kX),
                                     event::join(kMain, kA)};
  EXPECT_EQ(tidied(events).message(), "no error");
}

// A recording may start while locks are held: what their holders did comes before the next holder.
TEST(WellFormed, AReleaseWithoutAnAcquireGetsOne) {
  const std::vector<Event> expected = {event::write(kA, kX), event::acquire(kA, kLock),
                                       event::release(kA, kLock), event::acquire(kB, kLock),
                                       event::write(kB, kX)};
  std::vector<Event> events = expected;
  events.erase(events.begin() + 1);
  for (const std::size_t batch : {1, 2, 3, 64}) {
    const Tidied result = tidied(events, batch);
    EXPECT_EQ(result.events, expected);
    EXPECT_EQ(result.repairs.acquires_missing, 1u);
    EXPECT_EQ(result.repairs.total(), 1u);
  }
}

TEST(WellFormed, ASharedReleaseWithoutAnAcquireGetsOneBesideOtherReaders) {
  const Event reader = event::acquire(kB, kLock, LockMode::shared);
  const Event release = event::release(kA, kLock, LockMode::shared);
  const std::vector<Event> expected = {reader, event::acquire(kA, kLock, LockMode::shared),
                                       release};
  EXPECT_EQ(tidied({reader, release}).events, expected);
}

TEST(WellFormed, AReleaseOfALockHeldOtherwiseIsLeftOut) {
  const Event shared = event::acquire(kA, kLock, LockMode::shared),
              exclusive = event::acquire(kA, kLock), release = event::release(kA, kLock);
  const std::vector<std::vector<Event>> traces = {
      {shared, release},
      {exclusive, event::release(kA, kLock, LockMode::shared)},
      {exclusive, event::release(kB, kLock)},
      {shared, event::release(kB, kLock)},
  };
  for (const auto& events : traces) {
    const Tidied result = tidied(events);
    EXPECT_EQ(result.events, std::vector<Event>{events[0]});
    EXPECT_EQ(result.repairs.releases_not_held, 1u);
    EXPECT_EQ(result.repairs.total(), 1u);
  }
}

TEST(WellFormed, AnUpgradeGivesTheSharedHoldUpFirst) {
  const Event shared = event::acquire(kA, kLock, LockMode::shared),
              exclusive = event::acquire(kA, kLock), write = event::write(kA, kX),
              release = event::release(kA, kLock),
              release_shared = event::release(kA, kLock, LockMode::shared);
  const std::vector<Event> expected = {shared, release_shared, exclusive, write, release};
  for (const std::size_t batch : {1, 2, 3, 64}) {
    const Tidied result = tidied({shared, exclusive, write, release}, batch);
    EXPECT_EQ(result.events, expected);
    EXPECT_EQ(result.repairs.upgrades, 1u);
    EXPECT_EQ(result.repairs.total(), 1u);
  }
  EXPECT_EQ(tidied({shared, exclusive, release_shared, write, release}).events, expected)
      << "a release of the shared hold that comes late has no meaning";
}

TEST(WellFormed, AnUpgradeTakesTheLockFromOtherReaders) {
  const Event shared = event::acquire(kA, kLock, LockMode::shared),
              other = event::acquire(kB, kLock, LockMode::shared),
              exclusive = event::acquire(kA, kLock);
  const std::vector<Event> expected = {shared, other, event::release(kA, kLock, LockMode::shared),
                                       event::release(kB, kLock, LockMode::shared), exclusive};
  EXPECT_EQ(tidied({shared, other, exclusive}).events, expected);
}

TEST(WellFormed, RecursiveAcquiresAndTheirReleasesAreNoEvents) {
  const Event take = event::acquire(kA, kLock), give = event::release(kA, kLock),
              write = event::write(kA, kX);
  const Tidied result = tidied({take, take, take, write, give, give, write, give, give});
  const std::vector<Event> expected = {take, write, write, give, take, give};
  EXPECT_EQ(result.events, expected);
  EXPECT_EQ(result.repairs.recursive_acquires, 2u);
  EXPECT_EQ(result.repairs.recursive_releases, 2u);
  EXPECT_EQ(result.repairs.acquires_missing, 1u);
}

TEST(WellFormed, RecursionIsMatchedByMode) {
  const Event outer = event::acquire(kA, kLock),
              inner = event::acquire(kA, kLock, LockMode::shared);
  const Event give_inner = event::release(kA, kLock, LockMode::shared),
              give = event::release(kA, kLock);
  const std::vector<Event> expected = {outer, give};
  EXPECT_EQ(tidied({outer, inner, give_inner, give}).events, expected);
}

// The other's release was recorded too late: it takes effect where it must have happened.
TEST(WellFormed, ALockTakenOverIsReleasedFirst) {
  const std::vector<Event> events = {event::acquire(kA, kLock), event::acquire(kB, kLock),
                                     event::release(kA, kLock), event::release(kB, kLock)};
  const std::vector<Event> expected = {event::acquire(kA, kLock), event::release(kA, kLock),
                                       event::acquire(kB, kLock), event::release(kB, kLock)};
  for (const std::size_t batch : {1, 2, 3, 64}) {
    const Tidied result = tidied(events, batch);
    EXPECT_EQ(result.events, expected);
    EXPECT_EQ(result.repairs.locks_taken_over, 1u);
    EXPECT_EQ(result.repairs.releases_not_held, 1u);
  }
}

TEST(WellFormed, ALateReleaseOfALockTakenOverIsLeftOutOnce) {
  const Event take = event::acquire(kA, kLock), give = event::release(kA, kLock),
              take_b = event::acquire(kB, kLock), give_b = event::release(kB, kLock);
  const std::vector<Event> expected = {take, give, take_b, give_b};
  EXPECT_EQ(tidied({take, take_b, give_b, give}).events, expected)
      << "nothing orders A's late release after what B did";
  const std::vector<Event> again = {take, give, take_b, give_b, take, give, take, give};
  const Tidied result = tidied({take, take_b, give_b, take, give, give});
  EXPECT_EQ(result.events, again) << "a new hold makes the late release one without an acquire";
  EXPECT_EQ(result.repairs.acquires_missing, 1u);
}

TEST(WellFormed, AnExclusiveAcquireTakesALockOverFromAllReaders) {
  const Event read_a = event::acquire(kA, kLock, LockMode::shared),
              read_b = event::acquire(kB, kLock, LockMode::shared);
  const Tidied result = tidied({read_a, read_b, event::acquire(kC, kLock)});
  const std::vector<Event> expected = {read_a, read_b, event::release(kA, kLock, LockMode::shared),
                                       event::release(kB, kLock, LockMode::shared),
                                       event::acquire(kC, kLock)};
  EXPECT_EQ(result.events, expected);
  EXPECT_EQ(result.repairs.locks_taken_over, 2u);
}

TEST(WellFormed, AnAcquireOfALockWhoseHolderCannotReleaseItIsLeftOut) {
  const std::vector<std::vector<Event>> traces = {
      {event::acquire(kA, kLock), event::untracked_begin(kA, Untracked::synchronization),
       event::end(kA), event::acquire(kB, kLock)},
      {event::acquire(kA, kLock), event::switch_identity(kA, kC), event::acquire(kB, kLock)},
      {event::acquire(kA, kLock), event::untracked_begin(kA, Untracked::synchronization),
       event::acquire(kB, kLock)}};
  for (const auto& events : traces) {
    std::vector<Event> with_release = events;
    with_release.push_back(event::release(kB, kLock));
    const Tidied result = tidied(with_release);
    EXPECT_EQ(result.events, std::vector<Event>(events.begin(), events.end() - 1));
    EXPECT_EQ(result.repairs.locks_taken_over, 1u);
    EXPECT_EQ(result.repairs.releases_not_held, 1u);
  }
}

TEST(WellFormed, AThreadReleasesItsLocksAtItsEnd) {
  constexpr LockId kOther(3);
  const Event take = event::acquire(kA, kLock),
              share = event::acquire(kA, kOther, LockMode::shared), write = event::write(kA, kX),
              take_b = event::acquire(kB, kLock);
  for (const Event& last : {event::end(kA), event::join(kMain, kA)}) {
    const std::vector<Event> expected = {
        take, share, write, event::release(kA, kOther, LockMode::shared), event::release(kA, kLock),
        last, take_b};
    for (const std::size_t batch : {1, 2, 3, 64}) {
      const Tidied result = tidied({take, share, write, last, take_b}, batch);
      EXPECT_EQ(result.message(), "no error");
      EXPECT_EQ(result.events, expected);
      EXPECT_EQ(result.repairs.locks_held_at_end, 2u);
      EXPECT_EQ(result.repairs.total(), 2u);
    }
  }
  EXPECT_EQ(tidied({take, event::join(kA, kA)}).events, std::vector<Event>{take});
}

TEST(WellFormed, WhoCouldNotReleaseALockStillHoldsIt) {
  const std::vector<Event> events = {event::acquire(kA, kLock), event::switch_identity(kA, kC),
                                     event::acquire(kB, kLock), event::switch_identity(kA, kA),
                                     event::release(kA, kLock), event::acquire(kB, kLock)};
  std::vector<Event> expected = events;
  expected.erase(expected.begin() + 2);
  EXPECT_EQ(tidied(events).events, expected);
}

TEST(WellFormed, LocksBelongToTheLanguageThread) {
  const std::vector<Event> events = {event::switch_identity(kB, kA), event::acquire(kB, kLock),
                                     event::switch_identity(kB, kMain),
                                     event::switch_identity(kC, kA), event::release(kC, kLock)};
  const Tidied result = tidied(events);
  EXPECT_EQ(result.events, events);
  EXPECT_EQ(result.repairs.total(), 0u);
}

TEST(WellFormed, UntrackedLockOperationsCountForNobody) {
  const std::vector<Event> events = {event::untracked_begin(kA, Untracked::synchronization),
                                     event::release(kA, kLock),
                                     event::acquire(kA, kLock),
                                     event::acquire(kA, kLock),
                                     event::untracked_end(kA, Untracked::synchronization),
                                     event::acquire(kB, kLock)};
  const Tidied result = tidied(events);
  EXPECT_EQ(result.events, events);
  EXPECT_EQ(result.repairs.total(), 0u);
}

TEST(WellFormed, ASecondPassCountsAnew) {
  const Bytes bytes = binary(std::vector<Event>{event::release(kA, kLock), event::read(kA, kX)});
  auto inner = open(memory_source(bytes, "t"));
  ASSERT_TRUE(inner);
  WellFormedReader reader(std::move(*inner));
  for (int pass = 0; pass < 2; ++pass) {
    EXPECT_EQ(read_all(reader).events.size(), 3u);
    EXPECT_EQ(reader.events_read(), 3u);
    EXPECT_EQ(reader.repairs().acquires_missing, 1u);
    ASSERT_TRUE(reader.rewind());
  }
}

TEST(WellFormed, PlacesOfTidiedEventsAreFound) {
  const Bytes bytes = bytes_of("A|acq(L)|1\nA|acq(L)|2\nB|acq(L)|3\n\nB|w(x)|4\n");
  auto inner = open(memory_source(bytes, "t"));
  ASSERT_TRUE(inner);
  WellFormedReader reader(std::move(*inner));
  EXPECT_EQ(place_of(reader, 0), "1");
  EXPECT_EQ(place_of(reader, 2), "3") << "after the release that was put in";
  EXPECT_EQ(place_of(reader, 3), "5");
  EXPECT_EQ(place_of(reader, 4), "");
}

// A small world, so that threads and locks meet often.
std::vector<Event> crowded_events() {
  return *rc::gen::container<std::vector<Event>>(rc::gen::exec([] {
    Event e = testing::any_event();
    e.thread = ThreadId(*rc::gen::inRange(0, 4));
    if (is_lock_operation(e.kind)) e.operand = static_cast<std::uint64_t>(*rc::gen::inRange(0, 2));
    if (names_thread(e.kind)) e.operand = static_cast<std::uint64_t>(*rc::gen::inRange(0, 6));
    if (has_range(e.kind)) e.range = kX, e.operand = 0;
    e.store_age %= 2;
    return e;
  }));
}

RC_GTEST_PROP(WellFormed, BatchesMakeNoDifference, ()) {
  const auto events = crowded_events();
  const Tidied whole = tidied(events, 1000),
               pieces = tidied(events, *rc::gen::inRange<std::size_t>(1, 9));
  RC_ASSERT(whole.events == pieces.events);
  RC_ASSERT(whole.message() == pieces.message());
  RC_ASSERT(whole.repairs.total() == pieces.repairs.total());
}

RC_GTEST_PROP(WellFormed, WhatWasTidiedStaysAsItIs, ()) {
  const Tidied once = tidied(crowded_events());
  const Tidied twice = tidied(once.events);
  RC_ASSERT(twice.message() == "no error");
  RC_ASSERT(twice.events == once.events);
}

}  // namespace
}  // namespace steward
