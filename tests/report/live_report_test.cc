// From records to a report: names, labels, grouping, verdicts on each record.

#include "report/live/live_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

#include "report/live_channel.h"
#include "report/render/json.h"
#include "report/render/text.h"
#include "report/schema_check.h"

namespace steward::report {
namespace {

using channel::Encoder;
using channel::Kind;
using channel::Place;
using channel::State;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class Listener : public Audience {
 public:
  bool wants(const Race&) override { return wants_; }
  bool wants(const FoundItem&) override { return wants_; }
  bool counts(const Race& race) override { return heard_.push_back(race.id), counts_; }
  bool counts(const FoundItem& item) override { return heard_.push_back(item.id), counts_; }

  bool wants_ = true, counts_ = true;
  std::vector<std::string> heard_;
};

struct LiveSide {
  AccessKind kind = AccessKind::write;
  std::uint64_t thread = 0;
  std::vector<std::uint64_t> stack = {};
  std::vector<std::uint64_t> locks = {};
  bool vptr = false;
  std::uint64_t system_thread = 0;
  bool running = false;
};
struct Where {
  Place place = Place::unknown;
  std::uint64_t begin = 0, size = 0, thread_plus_one = 0;
  std::vector<std::uint64_t> stack = {};
  std::uint64_t system_thread = 0;
};

class LiveReportTest : public testing::Test {
 protected:
  static constexpr std::uint32_t kPid = 41;

  // Hands one record to the report, through the channel; gives the answer.
  State tell(Kind kind, const Encoder& body, std::uint32_t pid = kPid) {
    const channel::RecordHeader* record = channel_.send(kind, pid, body);
    reader_.read([&](const RecordView& view) { return live_.take(view); });
    return record->state;
  }
  Encoder body() { return Encoder(channel_.heap()); }

  void process(std::uint32_t pid, std::uint64_t parent = 1, bool forked = false) {
    tell(Kind::process,
         body().number(parent).number(forked ? 1 : 0).number(1).text("./prog").text("").text(""),
         pid);
  }
  // One module without a file, from 0x1000 on.
  void module(std::uint32_t pid = kPid, const char* path = "/nonexistent/prog") {
    tell(Kind::modules,
         body().number(1).text(path).text("").number(0x1000).number(0x1000).number(0x9000), pid);
  }
  void thread(std::uint64_t number, std::uint64_t creator, std::uint64_t counter,
              std::uint32_t pid = kPid) {
    const std::uint64_t stack[] = {counter};
    tell(Kind::thread, body().number(number).number(creator + 1).stack(stack), pid);
  }
  void lock(std::uint64_t number, const char* kind, std::uint64_t address, std::uint64_t counter) {
    const std::uint64_t stack[] = {counter};
    tell(Kind::lock, body().number(number).text(kind).number(address).stack(stack));
  }
  State race(const LiveSide& earlier, const LiveSide& later, std::uint64_t address = 0x500000,
             const Where& where = {}, std::uint32_t pid = kPid, Kind kind = Kind::race) {
    Encoder record = body();
    record.number(address).number(4);
    for (const LiveSide* side : {&earlier, &later}) {
      record.number(static_cast<std::uint64_t>(side->kind)).number(side->vptr ? 1 : 0);
      record.number(address).number(4);
      record.number(side->thread).number(side->system_thread).number(side->running ? 1 : 0);
      record.stack(side->stack).number(side->locks.size());
      for (const std::uint64_t held : side->locks) {
        const std::uint64_t taken[] = {0x1700};
        record.number(held).number(static_cast<std::uint64_t>(LockMode::exclusive)).stack(taken);
      }
    }
    record.number(static_cast<std::uint64_t>(where.place)).number(where.begin).number(where.size);
    record.number(where.thread_plus_one).number(where.system_thread).number(0);
    record.stack(where.stack).number(0).number(0).number(0).number(0);
    return tell(kind, record, pid);
  }
  void kept_apart(const LiveSide& earlier, const LiveSide& later) {
    race(earlier, later, 0x500000, {}, kPid, Kind::kept_apart);
  }
  std::string text_of_last_race() {
    std::ostringstream out;
    render_race(report_, report_.races.back(), false, out);
    return out.str();
  }

  FakeChannel channel_;
  ChannelReader reader_{channel_.bytes()};
  Report report_;
  Listener listener_;
  LiveReport live_{report_, listener_};
};

TEST_F(LiveReportTest, ARaceHasBothStacksItsThreadsAndLocks) {
  process(kPid);
  module();
  thread(1, 0, 0x1100);
  tell(Kind::name, body().number(1).text("worker"));
  lock(9, "mutex", 0x600000, 0x1200);
  EXPECT_EQ(race({AccessKind::write, 1, {0x1300, 0x1400}, {9}}, {AccessKind::read, 0, {0x1500}}),
            State::counted);
  ASSERT_EQ(report_.races.size(), 1u);
  const Race& race = report_.races[0];
  EXPECT_EQ(race.verdict, Verdict::real);
  EXPECT_EQ(race.real_by, RealBy::happens_before);
  EXPECT_EQ(race.earlier().thread, "T1");
  EXPECT_EQ(race.earlier().stack.size(), 2u);
  EXPECT_EQ(race.earlier().process, kPid);
  EXPECT_EQ(race.earlier().locks[0].lock, "M1");
  EXPECT_EQ(race.later().kind, AccessKind::read);
  EXPECT_THAT(listener_.heard_, ElementsAre(race.id));

  EXPECT_THAT(text_of_last_race(),
              AllOf(HasSubstr("==================\nWARNING: Steward: data race (pid=41)\n"
                              "  Read of size 4 at 0x000000500000 by main thread:\n"
                              "    #0 <unknown function> (prog+0x500)\n\n"
                              "  Previous write of size 4 at 0x000000500000 by thread T1 'worker' "
                              "(mutexes: write M1):\n"
                              "    #0 <unknown function> (prog+0x300)\n"
                              "    #1 <unknown function> (prog+0x400)\n\n"),
                    HasSubstr("  Thread T1 'worker' acquired M1 here:\n"
                              "    #0 <unknown function> (prog+0x700)\n"),
                    HasSubstr("  Mutex M1 (0x000000600000) created at:\n"
                              "    #0 <unknown function> (prog+0x200)\n"),
                    HasSubstr("  Thread T1 'worker' created by main thread at:\n"
                              "    #0 <unknown function> (prog+0x100)\n"),
                    HasSubstr("Verdict: real (by happens-before), R-")));
}

TEST_F(LiveReportTest, LocksStandInTheOrderInWhichTheyWereTaken) {
  process(kPid);
  module();
  lock(8, "mutex", 0x600000, 0x1200);
  lock(9, "mutex", 0x600040, 0x1200);
  // The last comes first in a record.
  race({AccessKind::write, 1, {0x1300}, {9, 8}}, {AccessKind::write, 0, {0x1310}});
  const std::vector<LockHeld>& held = report_.races.back().earlier().locks;
  ASSERT_EQ(held.size(), 2u);
  EXPECT_EQ(held[0].lock, "M1");
  EXPECT_EQ(report_.locks[0].address, Address(0x600000));
}

TEST_F(LiveReportTest, SaysHowTheSystemCallsAThreadAndWhetherItHasEnded) {
  process(kPid);
  module();
  thread(1, 0, 0x1100);
  LiveSide side{AccessKind::write, 1, {0x1300}};
  side.system_thread = 77;
  side.running = true;
  race(side, {AccessKind::write, 0, {0x1310}});
  EXPECT_THAT(text_of_last_race(), HasSubstr("  Thread T1 (tid=77, running) created by"));
  side.stack = {0x1320};
  side.running = false;
  race(side, {AccessKind::write, 0, {0x1310}});
  EXPECT_THAT(text_of_last_race(), HasSubstr("  Thread T1 (tid=77, finished) created by"));
}

TEST_F(LiveReportTest, SaysWhatBecameOfTheThreadThatAllocatedTheBlock) {
  process(kPid);
  module();
  thread(1, 0, 0x1100);
  race({AccessKind::write, 2, {0x1300}}, {AccessKind::write, 0, {0x1310}}, 0x500008,
       {Place::heap, 0x500000, 40, 2, {0x1600}, 99});
  EXPECT_THAT(text_of_last_race(), HasSubstr("  Thread T1 (tid=99, finished) created by"));
}

TEST_F(LiveReportTest, SaysWhatTheLocationIs) {
  process(kPid);
  module();
  thread(1, 0, 0x1100);
  race({AccessKind::write, 1, {0x1300}}, {AccessKind::write, 0, {0x1310}}, 0x500008,
       {Place::heap, 0x500000, 40, 2, {0x1600}});
  EXPECT_EQ(report_.races.back().location.offset, 8u);
  EXPECT_THAT(
      text_of_last_race(),
      AllOf(HasSubstr("  Location is heap block of size 40 at 0x000000500000 allocated by thread "
                      "T1:\n    #0 <unknown function> (prog+0x600)"),
            HasSubstr("  The accesses meet on 4 bytes from offset 8 of it.\n")));
  race({AccessKind::write, 1, {0x1320}}, {AccessKind::write, 0, {0x1330}}, 0x500008,
       {Place::stack, 0x500000, 0x1000, 2, {}});
  EXPECT_THAT(text_of_last_race(), HasSubstr("  Location is stack of thread T1.\n"));
  race({AccessKind::write, 1, {0x1340}}, {AccessKind::write, 0, {0x1350}}, 0x500008,
       {Place::thread_local_storage, 0x500000, 0x1000, 1, {}});
  EXPECT_THAT(text_of_last_race(), HasSubstr("  Location is TLS of main thread.\n"));
  race({AccessKind::write, 1, {0x1360}}, {AccessKind::write, 0, {0x1370}}, 0x8000);
  EXPECT_EQ(report_.races.back().location.kind, LocationKind::global);
  EXPECT_THAT(text_of_last_race(),
              HasSubstr("  Location is address 0x000000008000 (prog+0x7000)\n"));
  race({AccessKind::write, 1, {0x1380}}, {AccessKind::write, 0, {0x1390}}, 0x700000);
  EXPECT_THAT(text_of_last_race(),
              HasSubstr("  Location is address 0x000000700000, which has no name\n"));
}

TEST_F(LiveReportTest, ThePairOfPlacesIsOneRaceInEitherOrderAndInAnyProcess) {
  process(kPid);
  module();
  EXPECT_EQ(race({AccessKind::write, 1, {0x1300}}, {AccessKind::write, 0, {0x1400}}),
            State::counted);
  EXPECT_EQ(race({AccessKind::write, 0, {0x1400}}, {AccessKind::write, 1, {0x1300}}),
            State::counted);
  module(42);
  EXPECT_EQ(
      race({AccessKind::write, 1, {0x1300}}, {AccessKind::write, 0, {0x1400}}, 0x500000, {}, 42),
      State::counted);
  EXPECT_EQ(report_.races.size(), 1u);
  EXPECT_EQ(report_.races[0].seen, 3u);
  race({AccessKind::write, 1, {0x1300}}, {AccessKind::write, 0, {0x1500}});
  race({AccessKind::read, 1, {0x1300}}, {AccessKind::write, 0, {0x1400}});
  EXPECT_EQ(report_.races.size(), 3u);
  EXPECT_EQ(listener_.heard_.size(), 3u);
}

TEST_F(LiveReportTest, PairsThatAreKeptApartAreNoRacesUntilTheyRace) {
  process(kPid);
  module();
  const LiveSide a{AccessKind::write, 1, {0x1300}}, b{AccessKind::write, 0, {0x1400}},
      c{AccessKind::read, 0, {0x1500}};
  kept_apart(a, b);
  kept_apart(a, c);
  kept_apart(c, a);
  race(a, b);
  live_.finish();
  EXPECT_EQ(report_.races.size(), 1u);
  EXPECT_EQ(listener_.heard_.size(), 1u) << "nobody hears of the others";
  ASSERT_EQ(report_.kept_apart.size(), 1u);
  EXPECT_EQ(report_.kept_apart[0].later().kind, AccessKind::read);
  EXPECT_THAT(report_.kept_apart[0].hint.value_or(""), HasSubstr("atomic"));
}

TEST_F(LiveReportTest, TheUnwantedIsDismissedAlsoTheSecondTime) {
  process(kPid);
  module();
  listener_.wants_ = false;
  EXPECT_EQ(race({AccessKind::write, 1, {0x1300}}, {}), State::dismissed);
  EXPECT_EQ(race({AccessKind::write, 1, {0x1300}}, {}), State::dismissed);
  EXPECT_TRUE(report_.races.empty());
  listener_.wants_ = true;
  listener_.counts_ = false;
  EXPECT_EQ(race({AccessKind::write, 1, {0x1301}}, {}), State::told);
  EXPECT_EQ(report_.races.size(), 1u) << "reported, though the process has not failed by it";
}

TEST_F(LiveReportTest, AProspectThatMakesNoSenseIsAllMemory) {
  const auto prospect = [&](std::uint64_t role, std::uint64_t place) {
    Encoder entry = body();
    for (const std::uint64_t field : {role, place, 1ul, 2ul, 3ul, 4ul, 0ul}) entry.number(field);
    tell(Kind::prospect, entry);
  };
  prospect(1, 2);
  EXPECT_EQ(live_.prospects().entries.begin()->module, 1u);
  prospect(2, 1);
  prospect(0, 9);
  live_.finish();
  EXPECT_EQ(live_.prospects().entries.size(), 2u);
  EXPECT_TRUE(live_.prospects().entries.contains(channel::PlanEntry{}));
  ASSERT_EQ(report_.loss.size(), 1u);
  EXPECT_EQ(report_.loss[0].count, 2u);
}

TEST_F(LiveReportTest, TheUnwantedMayBeWantedTheSecondTime) {
  process(kPid);
  module();
  listener_.wants_ = false;
  EXPECT_EQ(race({AccessKind::write, 1, {0x1300, 0x1400}}, {}), State::dismissed);
  listener_.wants_ = true;
  EXPECT_EQ(race({AccessKind::write, 1, {0x1300, 0x1500}}, {}), State::counted)
      << "called from elsewhere";
  EXPECT_EQ(report_.races.size(), 1u);
}

TEST_F(LiveReportTest, ThreadsOfTwoProcessesHaveDifferentLabels) {
  for (const std::uint32_t pid : {kPid, 42u}) {
    process(pid);
    module(pid, pid == 42 ? "/nonexistent/other" : "/nonexistent/prog");
    thread(1, 0, 0x1100, pid);
    race({AccessKind::write, 1, {0x1300}}, {AccessKind::write, 0, {0x1400}}, 0x500000, {}, pid);
  }
  ASSERT_EQ(report_.races.size(), 2u);
  ASSERT_EQ(report_.threads.size(), 4u);
  std::set<std::string> ids;
  for (const Thread& thread : report_.threads) ids.insert(thread.id);
  EXPECT_EQ(ids.size(), 4u);
  EXPECT_EQ(report_.races[0].earlier().thread, "T1");
  EXPECT_NE(report_.races[1].earlier().thread, "T1");
  EXPECT_THAT(text_of_last_race(), HasSubstr("by main thread"));
  EXPECT_EQ(live_.processes(), 2u);
}

TEST_F(LiveReportTest, AForkedProcessKnowsWhatItsParentKnew) {
  process(kPid);
  module();
  process(42, kPid, true);
  race({AccessKind::write, 1, {0x1300}}, {AccessKind::write, 0, {0x1400}}, 0x500000, {}, 42);
  EXPECT_EQ(report_.races[0].later().stack[0].module, "/nonexistent/prog");
}

TEST_F(LiveReportTest, FindingsAreReportedByTheirWords) {
  process(kPid);
  module();
  const std::uint64_t stack[] = {0x1300};
  Encoder leak = body();
  leak.text("thread-leak")
      .text("1 thread was not joined")
      .number(1)
      .number(1)
      .number(1)
      .number(9)
      .number(1)
      .text("{thread 1}, {lock 9}, {thread 0}, {lock x}, {} and {other:")
      .stack(stack);
  EXPECT_EQ(tell(Kind::finding, leak), State::counted);
  Encoder misuse = body();
  misuse.text("mutex-misuse").text("double lock of a mutex").number(0).number(0).number(0);
  tell(Kind::finding, misuse);
  ASSERT_EQ(report_.findings.size(), 2u);
  EXPECT_THAT(listener_.heard_, ElementsAre("F-1", "F-2"));
  std::ostringstream out;
  for (const FoundItem& item : report_.findings) render_finding(report_, item, false, out);
  EXPECT_THAT(out.str(), AllOf(HasSubstr("WARNING: Steward: thread leak (pid=41)\n"),
                               HasSubstr("  thread T1, M1, main thread, {lock x}, {} and {other:\n"
                                         "    #0 <unknown function> (prog+0x300)\n"),
                               HasSubstr("WARNING: Steward: double lock of a mutex (pid=41)\n")));
}

TEST_F(LiveReportTest, WhatWasLostAndWhatIsDamagedStandsInTheReport) {
  process(kPid);
  tell(Kind::loss, body().text("stacks").number(2));
  tell(Kind::loss, body().text("stacks").number(3));
  tell(Kind::race, body().number(0x500000));
  live_.finish();
  EXPECT_THAT(report_.loss,
              ElementsAre(Loss{"stacks", 5}, Loss{"records of the program that were damaged", 1}));
}

TEST_F(LiveReportTest, NoDamageOfARecordDoesHarm) {
  process(kPid);
  module();
  Encoder whole = body();
  whole.number(0x500000).number(4).number(1).number(0x500000).number(4).number(0).number(1);
  whole.number(0x1300).number(1).number(9).number(1).number(0);
  for (std::size_t size = 0; size <= whole.bytes().size(); ++size) {
    for (const Kind kind : {Kind::process, Kind::modules, Kind::thread, Kind::name, Kind::lock,
                            Kind::race, Kind::finding, Kind::loss, Kind::trace, Kind::log,
                            Kind::prospect, Kind::locks_held, Kind::functions, Kind::called}) {
      Encoder cut = body();
      for (std::size_t i = 0; i < size; ++i) cut.number(whole.bytes()[i] & 0x7f);
      tell(kind, cut);
    }
  }
  live_.finish();
  report_.command = "run";
  std::ostringstream out;
  render_json(report_, out);
  EXPECT_TRUE(is_valid_report(out.str()));
}

TEST_F(LiveReportTest, TheEndSaysHowMuchWasReported) {
  std::ostringstream nothing;
  render_end(report_, {}, nothing);
  EXPECT_EQ(nothing.str(), "");
  process(kPid);
  race({AccessKind::write, 1, {0x1300}}, {});
  TextContext context;
  context.unused_suppressions = {"s.txt:1: race:x"};
  std::ostringstream out;
  render_end(report_, context, out);
  EXPECT_THAT(out.str(),
              AllOf(HasSubstr("Steward: reported 1 warnings\n"), HasSubstr("  s.txt:1: race:x\n")));
}

}  // namespace
}  // namespace steward::report
