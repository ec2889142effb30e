// What a report says of accesses, threads, locks; and hints.

#include "report/collector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/findings.h"

namespace steward::report {
namespace {

using ::testing::HasSubstr;

constexpr HeldLock exclusive(std::uint64_t lock) { return {LockId(lock), LockMode::exclusive}; }
constexpr HeldLock shared(std::uint64_t lock) { return {LockId(lock), LockMode::shared}; }

TEST(Collector, AccessesCarrySitesThreadsLocksAndTheirOwnExtent) {
  Names names;
  names.define(SiteId(1), Site{"increment", "count.cc", 12, 7});
  names.define(NamedObject::thread, 4, "worker");
  names.define(NamedObject::lock, 77, "guard");
  KnownLocksets locksets;
  const std::uint32_t held = locksets.add({exclusive(77), shared(99)});
  Finding found =
      finding({3, 4, AccessKind::write, 1, held}, {8, 5, AccessKind::atomic_read, 0}, 0x1004);
  // The earlier access was larger than where the two meet.
  found.earlier.origin = TraceOrigin(EventIndex(3), AccessKind::write, {Address(0x1000), 16},
                                     SiteId(1), LocksetId(held));

  const Report report = collect(names, {found}, kReal, locksets);
  ASSERT_EQ(report.races.size(), 1u);
  const Race& race = report.races[0];
  EXPECT_EQ(race.verdict, Verdict::real);
  EXPECT_EQ(race.real_by, RealBy::happens_before);
  EXPECT_EQ(race.earlier().address, Address(0x1000));
  EXPECT_EQ(race.earlier().size, 16u);
  EXPECT_EQ(race.later().size, 4u);
  EXPECT_EQ(race.location.size, 4u);
  EXPECT_EQ(race.earlier().stack,
            (Stack{Frame{"increment", "count.cc", 12, 7, std::nullopt, std::nullopt}}));
  EXPECT_TRUE(race.later().stack.empty());
  EXPECT_EQ(race.earlier().locks,
            (std::vector<LockHeld>{{"M1", LockMode::exclusive, {}}, {"M2", LockMode::shared, {}}}));
  EXPECT_EQ(report.locks,
            (std::vector<Lock>{{"M1", "guard", "mutex"}, {"M2", std::nullopt, "rwlock"}}));
  EXPECT_EQ(report.threads.at(0).name, "worker");
  EXPECT_EQ(race.earlier().thread, report.threads.at(0).id);
  EXPECT_EQ(race.hint, std::nullopt);
}

TEST(Collector, PairsThatAreKeptApartAreNoRacesUntilTheyRace) {
  Finding first = finding({3, 4, AccessKind::write, 1}, {8, 5, AccessKind::write, 2}, 0x1000);
  Finding second = finding({3, 4, AccessKind::write, 1}, {9, 6, AccessKind::read, 3}, 0x1000);
  first.kept_apart = second.kept_apart = KeptApart::by_messages;
  const Finding raced =
      finding({3, 4, AccessKind::write, 1}, {10, 5, AccessKind::write, 2}, 0x1000);
  const Report report = collect({}, {first, second, raced}, kPotential);
  EXPECT_EQ(report.races.size(), 1u);
  ASSERT_EQ(report.kept_apart.size(), 1u);
  EXPECT_EQ(report.kept_apart[0].later().kind, AccessKind::read);
  EXPECT_THAT(report.kept_apart[0].hint.value_or(""), HasSubstr("atomic"));
  EXPECT_EQ(report.threads.size(), 3u) << "those that it names are there, too";
}

TEST(Collector, ThreadsBringTheirCreatorsAlong) {
  Names names;
  names.define(SiteId(9), Site{"main", "main.cc", 30, 1});
  const std::vector<Event> events{
      event::fork(ThreadId(0), ThreadId(1), SiteId(9)), event::fork(ThreadId(1), ThreadId(2)),
      event::fork(ThreadId(0), ThreadId(3)),  // mentioned by nobody
  };
  const Report report =
      collect(names, {finding({5, 1, AccessKind::write, 0}, {6, 2, AccessKind::read, 0}, 0x100)},
              kReal, {}, events);
  const Stack at_main{Frame{"main", "main.cc", 30, 1, std::nullopt, std::nullopt}};
  EXPECT_EQ(report.threads, (std::vector<Thread>{{"T0", std::nullopt, std::nullopt, {}},
                                                 {"T1", std::nullopt, "T0", at_main},
                                                 {"T2", std::nullopt, "T1", {}}}));
}

TEST(Collector, AThreadForkedByACarrierIsCreatedByTheThreadItCarries) {
  const std::vector<Event> events{event::switch_identity(ThreadId(0), ThreadId(7)),
                                  event::fork(ThreadId(0), ThreadId(1))};
  const Report report =
      collect({}, {finding({5, 1, AccessKind::write, 0}, {6, 2, AccessKind::read, 0}, 0x100)},
              kReal, {}, events);
  ASSERT_EQ(report.threads.size(), 3u);
  EXPECT_EQ(report.threads[0].created_by, report.threads[2].id);
}

TEST(Collector, CircularCreationInABrokenTraceEnds) {
  const std::vector<Event> events{event::fork(ThreadId(1), ThreadId(2)),
                                  event::fork(ThreadId(2), ThreadId(1))};
  const Report report =
      collect({}, {finding({5, 1, AccessKind::write, 0}, {6, 2, AccessKind::read, 0}, 0x100)},
              kReal, {}, events);
  EXPECT_EQ(report.threads.size(), 2u);
}

TEST(Collector, NamesOfTheFormOfLabelsAreLabels) {
  Names names;
  names.define(NamedObject::thread, 0, "T1");
  names.define(NamedObject::thread, 1, "main");
  names.define(NamedObject::thread, 2, "T1");  // the name again, for a later thread
  const Report report =
      collect(names, {finding({5, 0, AccessKind::write, 0}, {6, 1, AccessKind::read, 0}, 0x100),
                      finding({7, 2, AccessKind::write, 0}, {8, 1, AccessKind::write, 0}, 0x100)});
  ASSERT_EQ(report.threads.size(), 3u);
  EXPECT_EQ(report.threads[0].id, "T1");
  EXPECT_EQ(report.threads[1].id, "T3");  // 1 is taken, 2 is the next one's own
  EXPECT_EQ(report.threads[2].id, "T2");
  EXPECT_EQ(report.threads[2].name, "T1");
}

std::string hint_for(std::vector<HeldLock> earlier, std::vector<HeldLock> later) {
  Names names;
  names.define(NamedObject::lock, 1, "guard");
  KnownLocksets locksets;
  const auto a = locksets.add(std::move(earlier)), b = locksets.add(std::move(later));
  const Report report = collect(
      names, {finding({1, 1, AccessKind::write, 1, a}, {2, 2, AccessKind::read, 2, b}, 0x100)},
      kPotential, locksets);
  EXPECT_EQ(report.races.at(0).real_by, std::nullopt);
  return report.races.at(0).hint.value_or("");
}

TEST(Hint, SaysWhichLockIsMissingWhere) {
  EXPECT_THAT(hint_for({}, {}), HasSubstr("Neither access holds a lock"));
  EXPECT_EQ(hint_for({exclusive(1)}, {}),
            "The write by T1 holds M1 'guard', the read by T2 holds no lock: taking it there too "
            "would keep them apart.");
  EXPECT_THAT(hint_for({}, {shared(1)}), HasSubstr("taking it exclusively there too"));
  EXPECT_THAT(hint_for({exclusive(1), exclusive(2)}, {}), HasSubstr("one of them"));
  EXPECT_EQ(
      hint_for({exclusive(1)}, {exclusive(2)}),
      "The write by T1 holds M1 'guard', the read by T2 holds M2: one lock held at both would "
      "keep them apart.");
  EXPECT_THAT(hint_for({shared(1)}, {shared(1)}), HasSubstr("M1 'guard' in shared mode only"));
  EXPECT_THAT(hint_for({exclusive(1)}, {shared(1)}),
              HasSubstr("no single lock is held at every access"));
}

}  // namespace
}  // namespace steward::report
