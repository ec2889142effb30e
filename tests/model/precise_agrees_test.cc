// djit, fasttrack and goldilocks against the closure of C++20 happens-before: the same racy bytes
// and the same first racy access of each, and no pair reported that the definition does not call a
// race.
#include <gtest/gtest.h>
#include <memory>

#include "core/detect/djit.h"
#include "core/detect/fasttrack.h"
#include "core/detect/goldilocks.h"
#include "support/oracle.h"
#include "support/property.h"
#include "support/run_detector.h"

namespace steward {
namespace {

constexpr DetectorOptions kRecord = {AfterRace::record, 3};
constexpr DetectorOptions kRefuse = {AfterRace::refuse, 3};

template <class Detector>
auto make(DetectorOptions options) {
  return [options](Heap& heap, Findings& findings) {
    return std::make_unique<Detector>(heap, options, findings);
  };
}
auto make_goldilocks(DetectorOptions options, GoldilocksOptions how) {
  return [options, how](Heap& heap, Findings& findings) {
    return std::make_unique<Goldilocks<Sequential>>(heap, options, how, findings);
  };
}

// A detector's findings are sound pairs, and amount to the definition's first races.
template <class Make>
TraceProperty agrees_with_closure(Make make) {
  return [make](std::span<const Event> events) -> Verdict {
    const oracle::Oracle truth(events);
    const Findings findings = run_detector(events, make);
    for (const Finding& finding : findings.all()) {
      const auto i = static_cast<std::size_t>(finding.earlier.origin.event().value());
      const auto j = static_cast<std::size_t>(finding.later.origin.event().value());
      if (truth.precise_race(i, j)) continue;
      return "reported events " + std::to_string(i) + " and " + std::to_string(j) +
             ", which do not race";
    }
    const auto expected = truth.precise_races();
    const auto found = oracle::first_reports(truth.execution(), findings.reports());
    if (found == expected) return std::nullopt;
    return "expected:" + describe(expected) + "\nfound:" + describe(found);
  };
}

TEST(PreciseAgrees, DjitWithTheClosure) {
  check_on_random_traces(all_shapes(), agrees_with_closure(make<Djit<Sequential>>(kRecord)));
}
TEST(PreciseAgrees, DjitRefusingWithTheClosure) {
  check_on_random_traces(all_shapes(), agrees_with_closure(make<Djit<Sequential>>(kRefuse)));
}
TEST(PreciseAgrees, FastTrackWithTheClosure) {
  check_on_random_traces(all_shapes(), agrees_with_closure(make<FastTrack<Sequential>>(kRecord)));
}
TEST(PreciseAgrees, FastTrackRefusingWithTheClosure) {
  check_on_random_traces(all_shapes(), agrees_with_closure(make<FastTrack<Sequential>>(kRefuse)));
}
TEST(PreciseAgrees, GoldilocksWithTheClosure) {
  check_on_random_traces(all_shapes(), agrees_with_closure(make_goldilocks(kRefuse, {})));
}
TEST(PreciseAgrees, GoldilocksWithoutShortcutsWithTheClosure) {
  check_on_random_traces(all_shapes(),
                         agrees_with_closure(make_goldilocks(kRefuse, {false, SIZE_MAX})));
}
TEST(PreciseAgrees, GoldilocksSweepingEagerlyWithTheClosure) {
  check_on_random_traces(all_shapes(), agrees_with_closure(make_goldilocks(kRecord, {false, 1})));
}
TEST(PreciseAgrees, GoldilocksByShortcutsAndSweepsWithTheClosure) {
  check_on_random_traces(all_shapes(), agrees_with_closure(make_goldilocks(kRecord, {true, 5})));
}

}  // namespace
}  // namespace steward
