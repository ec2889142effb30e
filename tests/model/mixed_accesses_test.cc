// A location accessed both plainly and atomically, where the ways that detectors cut short meet
// what the random traces seldom have.
#include <gtest/gtest.h>
#include <memory>

#include "core/detect/djit.h"
#include "core/detect/fasttrack.h"
#include "core/detect/goldilocks.h"
#include "support/oracle.h"
#include "support/run_detector.h"
#include "support/script.h"

namespace steward {
namespace {

template <class Detector, class... Options>
std::vector<std::size_t> racy_events(const Script& script, Options... options) {
  const Findings findings = run_detector(script.events(), [&](Heap& heap, Findings& into) {
    return std::make_unique<Detector>(heap, options..., into);
  });
  const oracle::Execution execution(script.events());
  return oracle::racy_events(oracle::first_reports(execution, findings.reports()));
}

void expect_marked(const Script& script) {
  EXPECT_EQ(racy_events<Djit<Sequential>>(script, DetectorOptions{}), script.expected());
  EXPECT_EQ(racy_events<FastTrack<Sequential>>(script, DetectorOptions{}), script.expected());
  EXPECT_EQ(racy_events<Goldilocks<Sequential>>(script, DetectorOptions{}, GoldilocksOptions{}),
            script.expected());
}

// The store passes on what the fence left, but it is overwritten before T2 reads.
TEST(MixedAccesses, APlainWriteOverwritesAStoreAlsoSecondInItsEpoch) {
  expect_marked(Script("T1: w y; fence rel; store x rlx; w x; T2: load x acq!; w y!"));
  expect_marked(Script("T1: w y; fence rel; w x; store x rlx; w x; T2: load x acq!; w y!"));
}

TEST(MixedAccesses, AStoreIsReadThoughAPlainWriteCameBefore) {
  expect_marked(Script("T1: w y; fence rel; w x; store x rlx; T2: load x acq!; w y"));
  expect_marked(Script("T1: w y; w x; store x rel; T2: load x acq; w y; w x"));
}

// What the fence left does not stand for what is read after it.
TEST(MixedAccesses, AnUpdateBehindAFenceContinuesTheReleaseSequenceThatItReads) {
  expect_marked(Script("T1: w y; store x rel; T2: fence rel; rmw x acq; T3: rmw x acq; w y"));
  expect_marked(
      Script("T1: w y; store x rel; T2: w z; fence rel; rmw x acq; T3: load x acq; w y; w z"));
}

}  // namespace
}  // namespace steward
