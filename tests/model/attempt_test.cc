// Accesses that are not made if they race: what is left of an execution without them is free of
// races, and each of them would have raced with what is left.
#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <set>

#include "core/detect/fasttrack.h"
#include "support/oracle.h"
#include "support/property.h"
#include "support/run_detector.h"

namespace steward {
namespace {

// Makes its plain accesses only if they do not race.
class Attempting : public FastTrack<Sequential> {
 public:
  using FastTrack<Sequential>::FastTrack;
  void read(Thread& t, AddressRange range, Origin origin) {
    attempt(t, AccessKind::read, range, origin);
  }
  void write(Thread& t, AddressRange range, Origin origin) {
    attempt(t, AccessKind::write, range, origin);
  }
};

Findings attempt_all(std::span<const Event> events) {
  return run_detector(events, [](Heap& heap, Findings& findings) {
    return std::make_unique<Attempting>(heap, DetectorOptions{AfterRace::record, 3}, findings);
  });
}

std::size_t index_of(const Finding::Access& access) {
  return static_cast<std::size_t>(access.origin.event().value());
}

// Those that were not made: others are made though they race.
std::set<std::size_t> refused(std::span<const Event> events, const Findings& findings) {
  std::set<std::size_t> all;
  for (const Finding& finding : findings.all()) {
    const std::size_t later = index_of(finding.later);
    if (events[later].kind == EventKind::read || events[later].kind == EventKind::write)
      all.insert(later);
  }
  return all;
}

Verdict leaves_no_race(std::span<const Event> events) {
  const Findings findings = attempt_all(events);
  const std::set<std::size_t> out = refused(events, findings);
  std::vector<Event> left;
  std::vector<std::size_t> place(events.size());  // in what is left
  for (std::size_t i = 0; i < events.size(); ++i) {
    place[i] = left.size();
    if (!out.contains(i)) left.push_back(events[i]);
  }
  if (!refused(left, attempt_all(left)).empty()) return "what is left still races";
  for (const Finding& finding : findings.all()) {
    const std::size_t later = index_of(finding.later);
    if (!out.contains(later)) continue;
    std::vector<Event> until(left.begin(),
                             left.begin() + static_cast<std::ptrdiff_t>(place[later]));
    until.push_back(events[later]);
    if (!oracle::Oracle(until).precise_race(place[index_of(finding.earlier)], until.size() - 1))
      return "refused event " + std::to_string(later) + ", which races with nothing that was made";
  }
  return std::nullopt;
}

TEST(Attempt, WhatIsRefusedLeavesNoTraceInRandomTraces) {
  check_on_random_traces(all_shapes(), leaves_no_race);
}

// The first of its words has no other accesses.
TEST(Attempt, NoPartOfARefusedAccessCounts) {
  const ThreadId one(1), other(2);
  const AddressRange both{Address(0x1000), 16}, first{Address(0x1000), 8},
      second{Address(0x1008), 8};
  const std::vector<Event> events{event::write(one, second), event::write(other, both),
                                  event::write(one, first)};
  EXPECT_EQ(refused(events, attempt_all(events)), std::set<std::size_t>{1});
}

}  // namespace
}  // namespace steward
