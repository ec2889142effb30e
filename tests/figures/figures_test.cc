// What the papers say about their figures, checked against the definitions.
#include "support/figures.h"

#include <gtest/gtest.h>
#include <optional>
#include <set>

#include "figures/detectors.h"
#include "support/oracle.h"

namespace steward {
namespace {

using figures::sites;
using oracle::FirstRace;
using oracle::LimitedOptions;
using oracle::Oracle;
using Cells = std::vector<std::string>;

Cells cells(const Script& script, const std::vector<FirstRace>& races) {
  return script.cells_of(oracle::racy_bytes(races));
}
Cells precise(const Script& s) { return cells(s, Oracle(s.events()).precise_races()); }
Cells lockset(const Script& s) { return cells(s, Oracle(s.events()).lockset_races()); }
Cells hybrid(const Script& s, const LimitedOptions& options = {}) {
  return cells(s, Oracle(s.events(), options).hybrid_races());
}
Cells simple(const Script& s) { return cells(s, Oracle(s.events()).simple_races()); }
Cells simple_paper(const Script& s) { return cells(s, Oracle(s.events()).simple_paper_races()); }

TEST(HybridFigure1, OnlyTheLocksetDetectorSuspectsGlobalFlag) {
  const Script s = figures::hybrid_figure_1();
  EXPECT_EQ(precise(s), Cells{"childThread"});
  EXPECT_EQ(lockset(s), (Cells{"childThread", "globalFlag"}));
  EXPECT_EQ(hybrid(s), Cells{"childThread"});
}

TEST(HybridFigure1, TheRaceIsBetweenTheTestAndTheReset) {
  const auto events = figures::hybrid_figure_1().events();
  const Oracle oracle(events);
  EXPECT_EQ(oracle.all_precise_races().sites, sites({{5, 7}, {6, 7}}));
  EXPECT_EQ(oracle.all_hybrid_races().sites, sites({{5, 7}, {6, 7}}));
  EXPECT_EQ(oracle.all_lockset_races().sites, sites({{1, 4}, {2, 7}, {3, 7}, {5, 7}, {6, 7}}));
}

TEST(HybridFigure2, LocksetsSuspectTheRecycledObject) {
  for (const Script& s :
       {figures::hybrid_figure_2_blocking_pool(), figures::hybrid_figure_2_free_list(),
        figures::hybrid_figure_2_annotated_list()}) {
    EXPECT_EQ(lockset(s), Cells{"big"});
    EXPECT_EQ(precise(s), Cells{});
  }
}

TEST(HybridFigure2, HybridNeedsToSeeTheChannel) {
  EXPECT_EQ(hybrid(figures::hybrid_figure_2_blocking_pool()), Cells{});
  EXPECT_EQ(hybrid(figures::hybrid_figure_2_annotated_list()), Cells{});
  EXPECT_EQ(hybrid(figures::hybrid_figure_2_free_list()), Cells{"big"});
  EXPECT_EQ(hybrid(figures::hybrid_figure_2_annotated_list(), {.hb = false}), Cells{"big"});
}

TEST(HybridFigure4, TheCounterHidesTheRaceFromHappensBefore) {
  const Script s = figures::hybrid_figure_4();
  EXPECT_EQ(precise(s), Cells{});
  EXPECT_EQ(lockset(s), Cells{"globalInt"});
  EXPECT_EQ(hybrid(s), Cells{"globalInt"});
}

TEST(HybridFigure4, ThePapersSimpleModeMissesOneAccessEach) {
  const Script s = figures::hybrid_figure_4();
  EXPECT_EQ(simple(s), Cells{"globalInt"});
  EXPECT_EQ(simple_paper(s), Cells{});
}

// What Goldilocks' theorem says about GLS(x): after an event, a thread is in it iff the last access
// to x happens before what the thread does next, a lock or message iff some release or send of it
// comes after that access.
std::vector<std::string> set_by_definition(const Script& s, const Oracle& oracle, std::size_t k) {
  const auto& events = s.events();
  std::optional<std::size_t> access;
  for (std::size_t i = 0; i <= k; ++i) {
    if (is_access(events[i].kind) && events[i].range == s.cell("x")) access = i;
  }
  std::set<std::string> members;
  if (!access) return {};
  members.insert("T" + std::to_string(events[*access].thread.value()));
  for (std::size_t i = *access + 1; i <= k; ++i) {
    if (!oracle.precise().before(*access, i)) continue;
    members.insert("T" + std::to_string(events[i].thread.value()));
    for (const char* name : {"Lx", "La", "Lb"}) {
      const bool released = events[i].kind == EventKind::release && s.has_lock(name);
      if (released && events[i].lock() == s.lock(name)) members.insert(name);
    }
    for (const char* name : {"o1", "o2"}) {
      const bool sent = events[i].kind == EventKind::send;
      if (sent && events[i].message() == s.message(name)) members.insert(name);
    }
  }
  return {members.begin(), members.end()};
}

void expect_sets(const figures::GoldilocksFigure& figure) {
  const Oracle oracle(figure.script.events());
  ASSERT_EQ(figure.sets.size(), figure.script.events().size());
  for (std::size_t k = 0; k < figure.sets.size(); ++k) {
    EXPECT_EQ(figure.sets[k], set_by_definition(figure.script, oracle, k)) << "after event " << k;
  }
}

TEST(GoldilocksFigures, SetsAreWhatHappensBeforeSays) {
  expect_sets(figures::goldilocks_figure_1a());
  expect_sets(figures::goldilocks_figure_1b());
  expect_sets(figures::goldilocks_figure_3());
}

TEST(GoldilocksFigures, OwnershipTransferIsNoRace) {
  EXPECT_EQ(precise(figures::goldilocks_figure_1a().script), Cells{});
  EXPECT_EQ(precise(figures::goldilocks_figure_1b().script), Cells{});
  EXPECT_EQ(precise(figures::goldilocks_figure_3().script), Cells{});
}

TEST(GoldilocksFigure3, EarlierLocksetAlgorithmsDeclareARaceOnX) {
  const Script s = figures::goldilocks_figure_3().script;
  EXPECT_EQ(lockset(s), Cells{"x"});
  EXPECT_EQ(hybrid(s), Cells{"x"});
  EXPECT_EQ(simple(s), Cells{"x"});
}

TEST(RaceFuzzerFigure1, HybridReportsBothPairsAndOnlyOneIsReal) {
  const Script s = figures::racefuzzer_figure_1_thread1_first();
  const Oracle oracle(s.events());
  EXPECT_EQ(oracle.all_hybrid_races().sites, sites({{1, 10}, {5, 7}}));
  EXPECT_EQ(precise(s), Cells{"z"});
  EXPECT_EQ(oracle.all_precise_races().sites, sites({{5, 7}}));
}

TEST(RaceFuzzerFigure1, WithThread2FirstOnlyZIsShared) {
  const Script s = figures::racefuzzer_figure_1_thread2_first();
  const Oracle oracle(s.events());
  EXPECT_EQ(oracle.all_hybrid_races().sites, sites({{5, 7}}));
  EXPECT_EQ(precise(s), Cells{});  // the lock orders 7 before 5 in this run
}

TEST(RaceFuzzerFigure2, TheUsualRunHidesTheRaceFromHappensBefore) {
  const Script usual = figures::racefuzzer_figure_2_usual();
  EXPECT_EQ(precise(usual), Cells{});
  EXPECT_EQ(Oracle(usual.events()).all_hybrid_races().sites, sites({{8, 10}}));
  const Script rare = figures::racefuzzer_figure_2_rare();
  EXPECT_EQ(precise(rare), Cells{"x"});
  EXPECT_EQ(Oracle(rare.events()).all_hybrid_races().sites, sites({{8, 10}}));
}

TEST(JumbleFigure7, OnlyTheFirstReadRaces) {
  const auto figure = figures::jumble_figure_7();
  const Oracle oracle(figure.script.events());
  EXPECT_EQ(oracle.all_precise_races().events,
            (std::vector<std::pair<std::size_t, std::size_t>>{
                {figure.write_13, figure.first_read}, {figure.write_42, figure.first_read}}));
}

// The clocks by their meaning: an entry is the highest own time of that thread's events that happen
// before; a thread's own time is 1 and grows with each release.
class ClocksByMeaning {
 public:
  explicit ClocksByMeaning(const Oracle& oracle) : oracle_(oracle), x_(oracle.execution()) {}

  figures::ClockFigure::Clock of_thread(ThreadId t, std::size_t events) const {
    figures::ClockFigure::Clock clock;
    for (ThreadId u : {ThreadId(0), ThreadId(1)}) {
      clock.push_back(u == t ? own_time(t, events) : seen(u, last_of(t, events)));
    }
    return clock;
  }
  figures::ClockFigure::Clock of_lock(LockId lock, std::size_t events) const {
    for (std::size_t i = events; i-- > 0;) {
      if (x_.event(i).kind == EventKind::release && x_.event(i).lock() == lock) {
        return of_thread(x_.thread(i), i);
      }
    }
    return {0, 0};
  }

 private:
  std::uint32_t own_time(ThreadId t, std::size_t events) const {
    std::uint32_t time = 1;
    for (std::size_t i = 0; i < events; ++i) {
      time += x_.thread(i) == t && x_.event(i).kind == EventKind::release;
    }
    return time;
  }
  std::size_t last_of(ThreadId t, std::size_t events) const {
    std::size_t last = 0;
    for (std::size_t i = 0; i < events; ++i) {
      if (x_.thread(i) == t) last = i;
    }
    return last;
  }
  std::uint32_t seen(ThreadId u, std::size_t event) const {
    std::uint32_t time = 0;
    for (std::size_t i = 0; i < event; ++i) {
      if (x_.thread(i) == u && oracle_.precise().before(i, event)) time = own_time(u, i);
    }
    return time;
  }

  const Oracle& oracle_;
  const oracle::Execution& x_;
};

TEST(JumbleFigure7, ClocksAreTheFigures) {
  const auto figure = figures::jumble_figure_7();
  const Oracle oracle(figure.script.events());
  const ClocksByMeaning clocks(oracle);
  ASSERT_EQ(figure.prelude + figure.states.size() - 1, figure.script.events().size());
  for (std::size_t k = 0; k < figure.states.size(); ++k) {
    const std::size_t events = figure.prelude + k;
    EXPECT_EQ(clocks.of_thread(ThreadId(0), events), figure.states[k].c0) << "state " << k;
    EXPECT_EQ(clocks.of_thread(ThreadId(1), events), figure.states[k].c1) << "state " << k;
    EXPECT_EQ(clocks.of_lock(figure.script.lock("m"), events), figure.states[k].lm)
        << "state " << k;
  }
}

TEST(JumbleFigure7, TheFirstReadMaySeeAnyValueTheSecondOnlyTheLast) {
  const auto figure = figures::jumble_figure_7();
  const Oracle oracle(figure.script.events());
  const auto& order = oracle.precise();
  const auto initial_visible = [&](std::size_t read) {
    return !order.before(figure.write_13, read) && !order.before(figure.write_42, read);
  };
  const auto first_write_visible = [&](std::size_t read) {
    return !(order.before(figure.write_13, figure.write_42) && order.before(figure.write_42, read));
  };
  EXPECT_TRUE(initial_visible(figure.first_read));
  EXPECT_TRUE(first_write_visible(figure.first_read));
  EXPECT_FALSE(initial_visible(figure.second_read));
  EXPECT_FALSE(first_write_visible(figure.second_read));
}

class LardExamples : public testing::TestWithParam<figures::LardExample (*)()> {};

TEST_P(LardExamples, TheInterfaceBringsTheLanguagesRacesBack) {
  const figures::LardExample example = GetParam()();
  EXPECT_EQ(precise(example.naive), example.naive_races);
  EXPECT_EQ(precise(example.aware), example.races);
  EXPECT_NE(example.naive_races, example.races) << "the example shows nothing";
}

INSTANTIATE_TEST_SUITE_P(Section3, LardExamples,
                         testing::Values(figures::lard_memory_access, figures::lard_synchronization,
                                         figures::lard_memory_allocation,
                                         figures::lard_memory_movement,
                                         figures::lard_threads_on_one_carrier,
                                         figures::lard_thread_on_two_carriers));

}  // namespace
}  // namespace steward
