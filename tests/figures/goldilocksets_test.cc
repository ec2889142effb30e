// Figures 1 and 3 of the Goldilocks paper, step by step: after each event the set that the detector
// would show is the figure's, however it is evaluated.
#include <algorithm>
#include <gtest/gtest.h>

#include "core/detect/goldilocks.h"
#include "support/figures.h"
#include "support/run_detector.h"

namespace steward {
namespace {

using Goldilocked = Goldilocks<Sequential>;
using Names = std::vector<std::string>;

// The figure's name of a lock or message; every one it names occurs in some set.
std::string name_of(const figures::GoldilocksFigure& figure, const TokenName& token) {
  for (const Names& set : figure.sets) {
    for (const std::string& name : set) {
      const bool is_thread = name[0] == 'T';
      const bool is_lock = figure.script.has_lock(name);
      if (is_thread || is_lock != (token.kind == TokenKind::lock)) continue;
      const std::uint64_t id =
          is_lock ? figure.script.lock(name).value() : figure.script.message(name).value();
      if (id == token.id) return name;
    }
  }
  return "a token that the figure does not have";
}

Names shown(const figures::GoldilocksFigure& figure, Goldilocked& detector) {
  Names names;
  detector.show(
      figure.script.cell("x").begin,
      [&](ThreadId thread) { names.push_back("T" + std::to_string(thread.value())); },
      [&](const TokenName& token) { names.push_back(name_of(figure, token)); });
  std::sort(names.begin(), names.end());
  return names;
}

class GoldilocksFigureSteps : public testing::TestWithParam<GoldilocksOptions> {
 protected:
  // `look_every`: 1 evaluates the set after each event; more leaves several events to evaluate at
  // once, and the accesses in between to their own devices.
  void expect_sets(const figures::GoldilocksFigure& figure, std::size_t look_every = 1) {
    Heap heap(cached_pages());
    Findings findings;
    Goldilocked detector(heap, {}, GetParam(), findings);
    feed(heap, detector, figure.script.events(), [&](std::size_t i) {
      if ((i + 1) % look_every != 0) return;
      EXPECT_EQ(shown(figure, detector), figure.sets[i]) << "after event " << i;
    });
    EXPECT_TRUE(findings.all().empty());
  }
};

TEST_P(GoldilocksFigureSteps, Figure1aDirectTransfer) {
  expect_sets(figures::goldilocks_figure_1a());
}
TEST_P(GoldilocksFigureSteps, Figure1bTransitiveTransfer) {
  expect_sets(figures::goldilocks_figure_1b());
}
TEST_P(GoldilocksFigureSteps, Figure3) { expect_sets(figures::goldilocks_figure_3()); }
TEST_P(GoldilocksFigureSteps, LookedAtSeldomTheSetsAreTheSame) {
  for (const std::size_t look_every : {2u, 3u, 5u}) {
    expect_sets(figures::goldilocks_figure_1a(), look_every);
    expect_sets(figures::goldilocks_figure_1b(), look_every);
    expect_sets(figures::goldilocks_figure_3(), look_every);
  }
}

INSTANTIATE_TEST_SUITE_P(WithShortcuts, GoldilocksFigureSteps,
                         testing::Values(GoldilocksOptions{}));
INSTANTIATE_TEST_SUITE_P(WithoutShortcuts, GoldilocksFigureSteps,
                         testing::Values(GoldilocksOptions{false, SIZE_MAX}));
INSTANTIATE_TEST_SUITE_P(SweepingAtEachEvent, GoldilocksFigureSteps,
                         testing::Values(GoldilocksOptions{true, 1}));

}  // namespace
}  // namespace steward
