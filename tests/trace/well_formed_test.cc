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
      {{event::join(kMain, kA), event::fork(kMain, kA)},
       "a fork by thread 0 of thread 1, which exists already"},
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
       "a write by thread 1 of 4 bytes, which wraps around the end of the address space"},
      {{event::free(kA, {Address(8), (std::uint64_t{64} << 30) + 1})},
       "a free by thread 1 of 68719476737 bytes, more than the 68719476736 that one can have"},
      {{event::atomic(EventKind::atomic_store, kA, {Address(8), 4097}, MemoryOrder::relaxed)},
       "a atomic_store by thread 1 of 4097 bytes, more than the 4096 that one can have"},
      {{event::copy(kA, top.begin, {Address(8), 4})},
       "a copy by thread 1 of 4 bytes, which wraps around the end of the address space"},
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

TEST(WellFormed, AReleaseOfALockNotHeldIsLeftOut) {
  const Event write = event::write(kA, kX);
  const Tidied result =
      tidied({event::release(kA, kLock), write, event::acquire(kA, kLock, LockMode::shared),
              event::release(kA, kLock)});
  const std::vector<Event> expected = {write, event::acquire(kA, kLock, LockMode::shared)};
  EXPECT_EQ(result.events, expected);
  EXPECT_EQ(result.repairs.releases_not_held, 2u)
      << "the second time it was held in the other mode";
}

TEST(WellFormed, RecursiveAcquiresAndTheirReleasesAreNoEvents) {
  const Event take = event::acquire(kA, kLock), give = event::release(kA, kLock),
              write = event::write(kA, kX);
  const Tidied result = tidied({take, take, take, write, give, give, write, give, give});
  const std::vector<Event> expected = {take, write, write, give};
  EXPECT_EQ(result.events, expected);
  EXPECT_EQ(result.repairs.recursive_acquires, 2u);
  EXPECT_EQ(result.repairs.recursive_releases, 2u);
  EXPECT_EQ(result.repairs.releases_not_held, 1u);
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
      {event::acquire(kA, kLock), event::end(kA), event::acquire(kB, kLock)},
      {event::acquire(kA, kLock), event::switch_identity(kA, kC), event::acquire(kB, kLock)},
      {event::acquire(kA, kLock), event::untracked_begin(kA, Untracked::synchronization),
       event::acquire(kB, kLock)}};
  for (const auto& events : traces) {
    const Tidied result = tidied(events);
    EXPECT_EQ(result.events, std::vector<Event>(events.begin(), events.end() - 1));
    EXPECT_EQ(result.repairs.locks_taken_over, 1u);
  }
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
    EXPECT_EQ(read_all(reader).events.size(), 1u);
    EXPECT_EQ(reader.events_read(), 1u);
    EXPECT_EQ(reader.repairs().releases_not_held, 1u);
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
