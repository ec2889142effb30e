// Figure 7 of "Adversarial memory": the vector clocks of both threads and of the lock, step by
// step, as the detectors keep them.
//
// The figure begins in mid-execution, at times 4 and 7. Our threads begin at 1 and their time grows
// with each release, so the script has a prelude of three releases by one thread and six by the
// other, of locks that nobody else takes; then the times are the figure's own, nothing is shifted.
#include <gtest/gtest.h>

#include "core/detect/fasttrack.h"
#include "support/figures.h"
#include "support/run_detector.h"

namespace steward {
namespace {

using Detector = FastTrack<Sequential>;
using Clock = figures::ClockFigure::Clock;

// The entries of T0 and T1, which have the first two slots: both are roots, met in this order.
Clock entries(const VectorClock& clock) {
  return {static_cast<std::uint32_t>(clock.get(Slot(0))),
          static_cast<std::uint32_t>(clock.get(Slot(1)))};
}

// A lock's clock is what a newcomer who knows nothing learns by acquiring it.
Clock lock_clock(Detector& detector, LockId lock, ThreadId newcomer) {
  auto& thread = detector.thread(newcomer);
  detector.acquire(thread, lock, LockMode::exclusive);
  return entries(thread.clock);
}

TEST(DetectorClocks, JumbleFigure7StepByStep) {
  const figures::ClockFigure figure = figures::jumble_figure_7();
  Heap heap(cached_pages());
  Findings findings;
  Detector detector(heap, {}, findings);
  std::size_t states_seen = 0;
  feed(heap, detector, figure.script.events(), [&](std::size_t i) {
    if (i + 1 < figure.prelude) return;
    const auto& expected = figure.states.at(i + 1 - figure.prelude);
    SCOPED_TRACE("after event " + std::to_string(i));
    EXPECT_EQ(entries(detector.thread(ThreadId(0)).clock), expected.c0);
    EXPECT_EQ(entries(detector.thread(ThreadId(1)).clock), expected.c1);
    const ThreadId newcomer(100 + static_cast<std::uint32_t>(i));
    EXPECT_EQ(lock_clock(detector, figure.script.lock("m"), newcomer), expected.lm);
    ++states_seen;
  });
  EXPECT_EQ(states_seen, figure.states.size());
}

// The two writes are in one epoch: the detector keeps one of them, and it does not matter which.
TEST(DetectorClocks, JumbleFigure7OnlyTheFirstReadRaces) {
  const figures::ClockFigure figure = figures::jumble_figure_7();
  const Findings findings = run_detector(figure.script.events(), [](Heap& heap, Findings& into) {
    return std::make_unique<Detector>(heap, DetectorOptions{}, into);
  });
  ASSERT_EQ(findings.all().size(), 1u);
  EXPECT_EQ(findings.all()[0].earlier.thread, ThreadId(0));
  EXPECT_EQ(findings.all()[0].later.origin.event(), EventIndex(figure.first_read));
}

}  // namespace
}  // namespace steward
