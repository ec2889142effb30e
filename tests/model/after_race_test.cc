// What the precise detectors remember of an access that raced: everything, or nothing if it is
// thought not to have happened.
#include <gtest/gtest.h>
#include <memory>

#include "core/detect/djit.h"
#include "core/detect/fasttrack.h"
#include "core/detect/goldilocks.h"
#include "support/run_detector.h"
#include "support/script.h"

namespace steward {
namespace {

using Events = std::vector<std::size_t>;

Events racy_events(const Findings& findings) {
  Events events;
  for (const Finding& finding : findings.all()) {
    events.push_back(static_cast<std::size_t>(finding.later.origin.event().value()));
  }
  return events;
}

template <class Detector, class... Options>
Events run_one(const Script& script, DetectorOptions options, Options... more) {
  return racy_events(run_detector(script.events(), [&](Heap& heap, Findings& into) {
    return std::make_unique<Detector>(heap, options, more..., into);
  }));
}

void expect_racy(const Script& script, AfterRace after, const Events& expected) {
  const DetectorOptions options{after, 0};
  EXPECT_EQ(run_one<Djit<Sequential>>(script, options), expected);
  EXPECT_EQ(run_one<FastTrack<Sequential>>(script, options), expected);
  EXPECT_EQ(run_one<Goldilocks<Sequential>>(script, options, GoldilocksOptions{}), expected);
}

// T2's access races with T1's first. If it happened, T1's second races with it; if not, T1 is
// alone. The lock is nobody else's: it begins a new time for T1, so that no detector may say "as
// before".
class AfterRaceOf : public testing::TestWithParam<const char*> {
 protected:
  Script script() const {
    return Script(std::string("T1: w x; T2: ") + GetParam() + " \n T1: lock m; unlock m; w x");
  }
};

TEST_P(AfterRaceOf, RecordedItRacesAgain) { expect_racy(script(), AfterRace::record, {1, 4}); }
TEST_P(AfterRaceOf, RefusedItIsForgotten) { expect_racy(script(), AfterRace::refuse, {1}); }

INSTANTIATE_TEST_SUITE_P(EachKind, AfterRaceOf,
                         testing::Values("w x", "r x", "free x", "store x rlx", "load x rlx",
                                         "rmw x rlx"));

}  // namespace
}  // namespace steward
