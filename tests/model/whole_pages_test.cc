// Histories of whole pages. The random traces touch single words; here each of their bytes becomes
// 512, so that accesses of eight bytes fill a page and smaller ones take it apart again. Nothing
// else changes: the races of the large trace are those of the small one.
#include <gtest/gtest.h>
#include <memory>

#include "core/detect/djit.h"
#include "core/detect/fasttrack.h"
#include "core/detect/goldilocks.h"
#include "core/detect/lockset.h"
#include "core/detect/simple_paper.h"
#include "support/oracle.h"
#include "support/property.h"
#include "support/run_detector.h"
#include "support/script.h"

namespace steward {
namespace {

constexpr std::uint64_t kPagesOfEight = 512;     // eight bytes become a page
constexpr std::uint64_t kPagesOfOne = 4 * 4096;  // each byte becomes four
// The small traces begin here, and the large ones at a page.
constexpr Address kSmall{0x10ff0};
constexpr Address kLarge{0x4000000};

Address enlarge(Address small, std::uint64_t factor) { return kLarge + (small - kSmall) * factor; }

std::vector<Event> enlarge(std::span<const Event> events, std::uint64_t factor) {
  std::vector<Event> large(events.begin(), events.end());
  for (Event& e : large) {
    if (!has_range(e.kind)) continue;
    e.range = {enlarge(e.range.begin, factor), e.range.size * factor};
    if (e.kind == EventKind::copy) e.operand = enlarge(e.copy_from(), factor).value();
  }
  return large;
}

// The reports as one of the bytes made of each small one sees them.
std::vector<oracle::Report> reports_at(const Findings& findings, std::uint64_t factor,
                                       std::uint64_t offset) {
  std::vector<oracle::Report> reports;
  for (const oracle::Report& report : findings.reports()) {
    const std::uint64_t first = (report.bytes.begin - kLarge + factor - 1 - offset) / factor;
    for (std::uint64_t k = first; report.bytes.contains(kLarge + k * factor + offset); ++k) {
      reports.push_back({report.event, {kSmall + k, 1}});
    }
  }
  return reports;
}

using Races = std::vector<oracle::FirstRace>;
using RacesBy = Races (*)(const oracle::Oracle&);

template <class Make>
TraceProperty agrees(Make make, RacesBy definition, std::uint64_t factor) {
  return [=](std::span<const Event> events) -> Verdict {
    const oracle::Oracle truth(events);
    const Races expected = definition(truth);
    const Findings findings = run_detector(enlarge(events, factor), make);
    for (const std::uint64_t offset : {std::uint64_t{0}, factor / 2 + 1, factor - 1}) {
      const Races found =
          oracle::first_reports(truth.execution(), reports_at(findings, factor, offset));
      if (found == expected) continue;
      return "at offset " + std::to_string(offset) + " expected:" + describe(expected) +
             "\nfound:" + describe(found);
    }
    return std::nullopt;
  };
}

// An atomic access of several pages does not exist.
std::vector<Shape> page_shapes() {
  std::vector<Shape> shapes;
  for (const Shape& shape : {memory_heavy_shape(), lock_heavy_shape()}) {
    shapes.push_back(shape.without(Action::atomic_load)
                         .without(Action::atomic_store)
                         .without(Action::atomic_rmw));
  }
  return shapes;
}

template <class Detector, class... Options>
void check_detector(std::uint64_t factor, RacesBy definition, Options... options) {
  const auto make = [=](Heap& heap, Findings& into) {
    return std::make_unique<Detector>(heap, options..., into);
  };
  check_on_random_traces(page_shapes(), agrees(make, definition, factor));
}

Races precise_races(const oracle::Oracle& truth) { return truth.precise_races(); }
Races lockset(const oracle::Oracle& truth) { return truth.lockset_races(); }
Races simple_paper(const oracle::Oracle& truth) { return truth.simple_paper_races(); }

TEST(WholePages, DjitWithTheClosure) {
  check_detector<Djit<Sequential>>(kPagesOfEight, precise_races, DetectorOptions{});
}
TEST(WholePages, FastTrackWithTheClosure) {
  check_detector<FastTrack<Sequential>>(kPagesOfEight, precise_races, DetectorOptions{});
}
TEST(WholePages, OfLargeBlocksFastTrackWithTheClosure) {
  check_detector<FastTrack<Sequential>>(kPagesOfOne, precise_races, DetectorOptions{});
}
TEST(WholePages, GoldilocksWithTheClosure) {
  check_detector<Goldilocks<Sequential>>(kPagesOfEight, precise_races,
                                         DetectorOptions{AfterRace::refuse, 0},
                                         GoldilocksOptions{.sweep_every = 9});
}
TEST(WholePages, LocksetWithItsPairwiseDefinition) {
  check_detector<LocksetDetector<Sequential>>(kPagesOfEight, lockset);
}
TEST(WholePages, SimplePaperWithItsDefinition) {
  check_detector<SimplePaper<Sequential>>(kPagesOfEight, simple_paper);
}

// All of the page has raced but four bytes in the middle of a word. No trace above has such.
TEST(WholePages, PartOfAWordKeepsAHistoryOfItsOwn) {
  const Script script(R"(
    T1: w 0x10000:4096
    T2: w 0x10000:4096!; clear 0x10804:4; r 0x10000:4096
    T1: w 0x10804:4!
  )");
  const Findings findings = run_detector(script.events(), [](Heap& heap, Findings& into) {
    return std::make_unique<LocksetDetector<Sequential>>(heap, into);
  });
  const oracle::Oracle truth(script.events());
  EXPECT_EQ(oracle::first_reports(truth.execution(), findings.reports()), truth.lockset_races());
  EXPECT_EQ(oracle::racy_events(truth.lockset_races()), script.expected());
}

}  // namespace
}  // namespace steward
