// FastTrack as it is in a running program, where loads read the latest store of their location, and
// those that repeat others are passed over: against the closure of C++20 happens-before.
#include <gtest/gtest.h>
#include <vector>

#include "core/detect/fasttrack.h"
#include "support/oracle.h"
#include "support/property.h"
#include "support/run_detector.h"

namespace steward {
namespace {

struct Words : Sequential {
  static constexpr bool kWordLocks = true;
};

std::uint64_t passed_over = 0;

struct AsLive : FastTrack<Words> {
  using FastTrack<Words>::FastTrack;
  // See load_known() in the runtime.
  void atomic_load(Thread& t, AddressRange range, MemoryOrder order, std::size_t age,
                   Origin origin) {
    if (repeats_load(t, order, range)) ++passed_over;
    else FastTrack<Words>::atomic_load(t, range, order, age, origin);
  }
};

std::vector<Event> with_latest_stores(std::span<const Event> events) {
  std::vector<Event> all(events.begin(), events.end());
  for (Event& e : all)
    if (e.kind == EventKind::atomic_load) e.store_age = 0;
  return all;
}

Verdict agrees_with_closure(std::span<const Event> any) {
  const std::vector<Event> events = with_latest_stores(any);
  const oracle::Oracle truth(events);
  Findings findings;
  Heap heap;  // of fresh pages: a shadow of words relies on zeros
  AsLive detector(heap, DetectorOptions{AfterRace::record, 0}, findings);
  feed(heap, detector, events, [](std::size_t) {});
  for (const Finding& finding : findings.all()) {
    const auto i = static_cast<std::size_t>(finding.earlier.origin.event().value());
    const auto j = static_cast<std::size_t>(finding.later.origin.event().value());
    if (!truth.precise_race(i, j))
      return "reported events " + std::to_string(i) + " and " + std::to_string(j) +
             ", which do not race";
  }
  const auto expected = truth.precise_races();
  const auto found = oracle::first_reports(truth.execution(), findings.reports());
  if (found == expected) return std::nullopt;
  return "expected:" + describe(expected) + "\nfound:" + describe(found);
}

TEST(LatestStores, FastTrackWithTheClosure) {
  passed_over = 0;
  check_on_random_traces(all_shapes(), agrees_with_closure);
  EXPECT_TRUE(passed_over > 0 || replaying_one_trace());
}

}  // namespace
}  // namespace steward
