// What random traces do not have: several threads that join the same one, and copies that bring a
// history under observation.
#include <gtest/gtest.h>
#include <memory>

#include "core/detect/djit.h"
#include "core/detect/fasttrack.h"
#include "core/detect/goldilocks.h"
#include "core/detect/hybrid.h"
#include "support/run_detector.h"
#include "support/script.h"

namespace steward {
namespace {

template <class Detector, class... Options>
std::size_t races_of(const std::vector<Event>& events, Options... options) {
  return run_detector(events,
                      [&](Heap& heap, Findings& findings) {
                        return std::make_unique<Detector>(heap, options..., findings);
                      })
      .all()
      .size();
}

TEST(Joins, EveryJoinerIsOrderedAfterTheThread) {
  const std::vector<Event> events =
      run("T0: fork T1; T0: fork T2; T1: w x; T0: join T1; T2: join T1; T2: w x");
  EXPECT_EQ(races_of<FastTrack<Sequential>>(events, DetectorOptions{}), 0u);
  EXPECT_EQ(races_of<Djit<Sequential>>(events, DetectorOptions{}), 0u);
  EXPECT_EQ((races_of<Goldilocks<Sequential>>(events, DetectorOptions{}, GoldilocksOptions{})), 0u);
  EXPECT_EQ(races_of<Hybrid<Sequential>>(events, HybridOptions{}), 0u);
}

TEST(Joins, OfOneThreadSayNothingAboutAnother) {
  const std::vector<Event> events =
      run("T0: fork T1; T0: fork T2; T0: fork T3; T3: w x; T0: join T1; T2: join T1; T2: w x");
  EXPECT_EQ(races_of<FastTrack<Sequential>>(events, DetectorOptions{}), 1u);
  EXPECT_EQ((races_of<Goldilocks<Sequential>>(events, DetectorOptions{}, GoldilocksOptions{})), 1u);
}

}  // namespace
}  // namespace steward
