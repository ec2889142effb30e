// The oversized rule of hybrid detection (paper §5.4), exhaustively on small cases. In random
// traces it seldom decides anything: it takes several accesses of one thread under disjoint
// locksets, and then another thread that is protected against all of them but the last.
#include <gtest/gtest.h>
#include <memory>

#include "core/detect/hybrid.h"
#include "support/oracle.h"
#include "support/property.h"
#include "support/run_detector.h"
#include "support/script.h"

namespace steward {
namespace {

using oracle::Held;
using oracle::Locks;

constexpr AddressRange kCell{Address(0x1000), 4};

void access_under(const Locks& locks, const Event& access, std::vector<Event>& events) {
  for (const Held& h : locks) events.push_back(event::acquire(access.thread, h.lock, h.mode));
  events.push_back(access);
  for (const Held& h : locks) events.push_back(event::release(access.thread, h.lock, h.mode));
}

Verdict compare(std::span<const Event> events, Granularity granularity, bool lockset_subset) {
  const oracle::Oracle truth(events);
  const Findings findings = run_detector(events, [&](Heap& heap, Findings& into) {
    HybridOptions options{.granularity = granularity, .lockset_subset = lockset_subset};
    options.lock_bound = truth.execution().largest_lockset();
    return std::make_unique<Hybrid<Sequential>>(heap, options, into);
  });
  const auto found = oracle::first_reports(truth.execution(), findings.reports());
  const auto expected = truth.hybrid_races();
  if (found == expected) return std::nullopt;
  return "expected:" + describe(expected) + "\nfound:" + describe(found);
}

// One thread reads `reads` times, then another writes once, each access under one of `sets`: all
// ways to choose them.
class AllChoices {
 public:
  AllChoices(std::vector<Locks> sets, std::size_t reads)
      : sets_(std::move(sets)), choice_(reads + 1, 0) {}

  void check(Granularity granularity, bool lockset_subset) {
    do {
      const std::vector<Event> events = trace();
      const Verdict wrong = compare(events, granularity, lockset_subset);
      ASSERT_FALSE(wrong) << *wrong << "\non this trace:\n" << to_script(events);
    } while (next());
  }

 private:
  std::vector<Event> trace() const {
    std::vector<Event> events;
    for (std::size_t i = 0; i + 1 < choice_.size(); ++i) {
      access_under(sets_[choice_[i]], event::read(ThreadId(1), kCell, SiteId(1)), events);
    }
    access_under(sets_[choice_.back()], event::write(ThreadId(2), kCell, SiteId(2)), events);
    return events;
  }
  // Counts up; false after the last.
  bool next() {
    for (std::size_t& digit : choice_) {
      if (++digit < sets_.size()) return true;
      digit = 0;
    }
    return false;
  }

  std::vector<Locks> sets_;
  std::vector<std::size_t> choice_;
};

Held exclusive(std::uint64_t lock) { return {LockId(lock), LockMode::exclusive}; }
Held shared(std::uint64_t lock) { return {LockId(lock), LockMode::shared}; }

struct Case {
  const char* name;
  std::vector<Locks> sets;
  std::size_t reads;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class Oversized : public testing::TestWithParam<Case> {};

TEST_P(Oversized, ByLocationAlone) {
  AllChoices(GetParam().sets, GetParam().reads).check(Granularity::location, false);
}
TEST_P(Oversized, ByPairAlone) {
  AllChoices(GetParam().sets, GetParam().reads).check(Granularity::pair, false);
}
TEST_P(Oversized, WithTheSubsetRule) {
  AllChoices(GetParam().sets, GetParam().reads).check(Granularity::location, true);
}

INSTANTIATE_TEST_SUITE_P(SmallCases, Oversized,
                         testing::Values(Case{"one lock at a time",
                                              {{},
                                               {exclusive(1)},
                                               {shared(1)},
                                               {exclusive(2)},
                                               {shared(2)},
                                               {exclusive(3)},
                                               {shared(3)}},
                                              3},
                                         Case{"two locks at a time",
                                              {{},
                                               {exclusive(1)},
                                               {exclusive(2)},
                                               {exclusive(3)},
                                               {exclusive(1), exclusive(2)},
                                               {exclusive(1), exclusive(3)},
                                               {exclusive(2), exclusive(3)}},
                                              4},
                                         Case{"one lock in all of them, sometimes shared",
                                              {{exclusive(1)},
                                               {shared(1)},
                                               {exclusive(1), exclusive(2)},
                                               {exclusive(1), exclusive(3)},
                                               {exclusive(1), exclusive(4)},
                                               {exclusive(2)},
                                               {exclusive(3), exclusive(4)}},
                                              4}));

}  // namespace
}  // namespace steward
