// What each configuration sees of an execution, rule by rule.
#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compare/configuration.h"
#include "compare/racy.h"
#include "core/detect/djit.h"
#include "support/property.h"
#include "support/random_trace.h"
#include "support/run_detector.h"
#include "support/script.h"

namespace steward::compare {
namespace {

const Configuration& named(std::string_view name) {
  return *std::find_if(kConfigurations.begin(), kConfigurations.end(),
                       [&](const Configuration& one) { return one.name == name; });
}

// The sites of the racy accesses, in order: "9 " for "@9".
std::string racy(std::string_view configuration, const Script& script,
                 const std::vector<AddressRange>& stacks = {}) {
  const Execution found = examine(script.events(), named(configuration), {}, stacks);
  std::string sites;
  for (std::size_t i = 0; i < found.racy.size(); ++i)
    if (found.racy[i]) sites += std::to_string(found.sites[i].value()) + " ";
  return sites;
}

TEST(View, AllMemSeesUntrackedAccesses) {
  const Script script("T1: untracked both; w x; tracked both; T2: w x @1");
  EXPECT_EQ(racy("LARD", script), "");
  EXPECT_EQ(racy("AllMem", script), "1 ");
  EXPECT_EQ(racy("AllSync", script), "");
  EXPECT_EQ(racy("Naive", script), "1 ");
}

TEST(View, AllSyncSeesUntrackedSynchronization) {
  const Script script(
      "T1: w x; untracked both; lock m; unlock m; tracked both;"
      "T2: untracked both; lock m; unlock m; tracked both; w x @1");
  EXPECT_EQ(racy("LARD", script), "1 ");
  EXPECT_EQ(racy("AllMem", script), "1 ");
  EXPECT_EQ(racy("AllSync", script), "");
  EXPECT_EQ(racy("Naive", script), "");
}

TEST(View, AtomicOperationsOfTheRunTimeSystemOrderOrAreAccesses) {
  const Script script(
      "T1: w x; untracked both; store f rel; tracked both;"
      "T2: untracked both; load f acq @1; tracked both; w x @2");
  EXPECT_EQ(racy("LARD", script), "2 ");
  EXPECT_EQ(racy("AllSync", script), "");
  EXPECT_EQ(racy("AllMem", script), "1 2 ");
  EXPECT_EQ(racy("Naive", script), "") << "it learns before it reads";
}

TEST(View, ToWhoSeesAllMemoryRelaxedAtomicsRace) {
  const Script script(
      "T1: untracked both; store f rlx; tracked both; T2: untracked both; rmw f rlx @1");
  EXPECT_EQ(racy("AllSync", script), "");
  EXPECT_EQ(racy("AllMem", script), "1 ");
  EXPECT_EQ(racy("Naive", script), "1 ");
}

// What comes before a release is passed on, also if the release is a part of the same operation.
TEST(View, AtomicOperationsPassOnTheirOwnAccess) {
  const Script script(
      "T1: untracked both; rmw f acq_rel; tracked both; T2: untracked both; rmw f acq_rel @1");
  EXPECT_EQ(racy("Naive", script), "");
}

TEST(View, NoClearKnowsNoReuse) {
  const Script script("T1: w x; clear x; T2: w x @1");
  EXPECT_EQ(racy("LARD", script), "");
  EXPECT_EQ(racy("NoClear", script), "1 ");
  EXPECT_EQ(racy("NoCopy", script), "");
  EXPECT_EQ(racy("Naive", script), "1 ");
}

TEST(View, NoCopyKnowsNoMovement) {
  const Script script("T1: w x; copy x y; clear x; T2: w y @1");
  EXPECT_EQ(racy("LARD", script), "1 ");
  EXPECT_EQ(racy("NoClear", script), "1 ");
  EXPECT_EQ(racy("NoCopy", script), "");
  EXPECT_EQ(racy("Naive", script), "");
}

TEST(View, NoThreadTakesCarriersForThreads) {
  const Script two_on_one("T1: switch T3; w x; switch T4; w x @1");
  EXPECT_EQ(racy("LARD", two_on_one), "1 ");
  EXPECT_EQ(racy("NoThread", two_on_one), "");
  const Script one_on_two("T1: switch T3; w x; switch T1; T2: switch T3; w x @1");
  EXPECT_EQ(racy("LARD", one_on_two), "");
  EXPECT_EQ(racy("NoThread", one_on_two), "1 ");
}

TEST(View, NoThreadKnowsNoLivesOfThreads) {
  const Script script("T1: switch T3; w x; fork T4; switch T1; T2: switch T4; w x @1");
  EXPECT_EQ(racy("LARD", script), "");
  EXPECT_EQ(racy("NoThread", script), "1 ");
}

// Regions travel with the thread, whoever the configuration takes it for.
TEST(View, NoThreadKnowsWhatIsTracked) {
  const Script script(
      "T1: switch T3; untracked both; switch T1; T2: switch T3; w x; T1: switch T4; w x @1");
  EXPECT_EQ(racy("NoThread", script), "");
}

TEST(View, StacksAreLookedAtByLardAlone) {
  const Script script("T1: w x; T2: w x @1");
  const std::vector<AddressRange> stacks{script.cell("x")};
  for (const Configuration& one : kConfigurations)
    EXPECT_EQ(racy(one.name, script, stacks), one.name == "LARD" ? "1 " : "") << one.name;
}

// The first of the seven is the detector as it is.
TEST(ViewAgrees, LardWithTheDetectorOnTheWholeTrace) {
  constexpr DetectorOptions kOptions{AfterRace::record, 255};
  check_on_random_traces(all_shapes(), [&](std::span<const Event> events) -> Verdict {
    const Findings findings = run_detector(events, [&](Heap& heap, Findings& found) {
      return std::make_unique<Djit<Sequential>>(heap, kOptions, found);
    });
    std::vector<bool> racy(events.size());
    for (const Finding& one : findings.all())
      if (one.kept_apart == KeptApart::by_nothing) racy[one.later.origin.event().value()] = true;
    const Execution found = examine(events, named("LARD"), {}, {}, kOptions.max_store_age);
    if (found.racy == racy) return std::nullopt;
    return "other accesses race";
  });
}

}  // namespace
}  // namespace steward::compare
