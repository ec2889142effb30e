// hybrid's second phase watches some bytes only, and its first passes over those that it has
// selected, but both follow atomic stores everywhere: they are messages, wherever they lie.
#include <gtest/gtest.h>
#include <memory>

#include "core/detect/hybrid.h"
#include "core/detect/selection.h"
#include "core/detect/selector.h"
#include "support/run_detector.h"
#include "support/script.h"

namespace steward {
namespace {

// The races on y, the only cell that is watched.
std::vector<std::string> races_on_y(const Script& script) {
  Heap heap(cached_pages());
  Selection selection(heap);
  selection.add(script.cell("y"));
  const Findings findings = run_detector(script.events(), [&](Heap& of_detector, Findings& into) {
    const HybridOptions options{.granularity = Granularity::location};
    return std::make_unique<Hybrid<Sequential>>(of_detector, options, into, &selection);
  });
  return script.cells_of(findings.bytes());
}

using Cells = std::vector<std::string>;

TEST(SelectedBytes, OnlyTheyAreWatched) {
  EXPECT_EQ(races_on_y(Script("T1: w x; w y; T2: w x; w y!")), Cells{"y"});
}

TEST(SelectedBytes, AtomicsElsewhereStillOrder) {
  EXPECT_EQ(races_on_y(Script("T1: w y; store x rel; T2: load x acq; w y")), Cells{});
  // x now has a value that came from no atomic store.
  EXPECT_EQ(races_on_y(Script("T1: w y; store x rel; w x; T2: load x acq; w y!")), Cells{"y"});
  EXPECT_EQ(races_on_y(Script("T1: w y; store x rel; clear x; T2: load x acq; w y!")), Cells{"y"});
  EXPECT_EQ(races_on_y(Script("T1: w y; store x rel; copy x z; T2: load z acq; w y")), Cells{});
}

TEST(SelectedBytes, SelectingGoesOnFollowingAtomics) {
  const auto selects_y = [](const Script& script) {
    Heap heap(cached_pages());
    Selection selection(heap);
    Selector<Sequential> selector(heap, {}, selection);
    feed(heap, selector, script.events(), [](std::size_t) {});
    EXPECT_TRUE(selection.contains(script.cell("x")));
    return selection.contains(script.cell("y"));
  };
  const std::string x_races = "T1: w x; T2: w x; T1: ";
  EXPECT_FALSE(selects_y(Script(x_races + "w y; store x rel; T2: load x acq; w y")));
  EXPECT_TRUE(selects_y(Script(x_races + "w y; store x rel; w x; T2: load x acq; w y")));
}

}  // namespace
}  // namespace steward
