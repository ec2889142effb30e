#include "core/event/attribution.h"

#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <rapidcheck/gtest.h>
#include <vector>

#include "core/event/roots.h"
#include "support/script.h"
#include "unit/operations.h"

namespace steward {
namespace {

// Which language thread each event of a script counts for, 0 for none.
std::vector<std::uint32_t> attributed(const char* text) {
  Heap heap;
  Attribution attribution(heap);
  std::vector<std::uint32_t> result;
  for (const Event& e : run(text)) {
    const auto thread = attribution.attribute(e);
    result.push_back(thread ? thread->value() : 0);
  }
  return result;
}
using Threads = std::vector<std::uint32_t>;

TEST(Attribution, ACarrierCarriesItselfUntilItSwitches) {
  EXPECT_EQ(attributed("T1: w x; switch T5; w x; T2: w x; T1: switch T6; w x"),
            (Threads{1, 0, 5, 2, 0, 6}));
}
TEST(Attribution, RegionsDropWhatTheyName) {
  EXPECT_EQ(attributed("T1: untracked accesses; w x; lock m; tracked accesses; w x"),
            (Threads{0, 0, 1, 0, 1}));
  EXPECT_EQ(attributed("T1: untracked sync; w x; lock m; fork T2; tracked sync; unlock m"),
            (Threads{0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(attributed("T1: untracked both; w x; lock m; T2: w x"), (Threads{0, 0, 0, 2}));
}
TEST(Attribution, RegionsNest) {
  EXPECT_EQ(attributed("T1: untracked both; untracked accesses; tracked both; w x; lock m; tracked "
                       "accesses; w x"),
            (Threads{0, 0, 0, 0, 1, 0, 1}));
}
TEST(Attribution, AnEndWithoutABeginIsNothing) {
  EXPECT_EQ(
      attributed(
          "T1: tracked both; tracked accesses; untracked accesses; w x; tracked accesses; w x"),
      (Threads{0, 0, 0, 0, 0, 1}));
}
TEST(Attribution, RegionsTravelWithTheirThread) {
  EXPECT_EQ(attributed("T1: switch T5; untracked both; w x; switch T6; w x; T2: switch T5; w x; "
                       "tracked both; w x"),
            (Threads{0, 0, 0, 0, 6, 0, 0, 0, 5}));
}
TEST(Attribution, WhatIsSaidAboutMemoryAlwaysCounts) {
  EXPECT_EQ(attributed("T1: untracked both; alloc x; clear x; copy x y; free x"),
            (Threads{0, 1, 1, 1, 0}));
}

// The rules written down once more.
class PlainAttribution {
 public:
  std::optional<ThreadId> attribute(const Event& e) {
    const ThreadId thread = carried_.contains(e.thread) ? carried_[e.thread] : e.thread;
    if (e.kind == EventKind::switch_identity) {
      carried_[e.thread] = e.other();
      return std::nullopt;
    }
    const int step = e.kind == EventKind::untracked_begin ? 1
                     : e.kind == EventKind::untracked_end ? -1
                                                          : 0;
    if (step != 0) {
      if (e.untracked != Untracked::synchronization)
        accesses_[thread] = std::max(0, accesses_[thread] + step);
      if (e.untracked != Untracked::accesses) syncs_[thread] = std::max(0, syncs_[thread] + step);
      return std::nullopt;
    }
    const bool memory =
        e.kind == EventKind::alloc || e.kind == EventKind::clear || e.kind == EventKind::copy;
    if (is_access(e.kind) ? accesses_[thread] > 0 : !memory && syncs_[thread] > 0)
      return std::nullopt;
    return thread;
  }

 private:
  std::map<ThreadId, ThreadId> carried_;
  std::map<ThreadId, int> accesses_;
  std::map<ThreadId, int> syncs_;
};

Event any_event(Draw& draw) {
  Event e;
  // Half of them are about identity and regions.
  const auto first = static_cast<std::uint32_t>(EventKind::switch_identity);
  e.kind = static_cast<EventKind>(draw.flip() ? first + draw.below(3) : draw.below(first));
  e.thread = ThreadId(1 + draw.below(3));
  e.untracked = static_cast<Untracked>(1 + draw.below(3));
  e.range = {Address(8), 4};
  e.operand = 1 + draw.below(5);
  return e;
}

RC_GTEST_PROP(Attribution, FollowsItsRules, ()) {
  Heap heap;
  Attribution attribution(heap);
  PlainAttribution plain;
  perform_random_operations(3, [&](Draw draw) {
    const Event e = any_event(draw);
    RC_ASSERT(attribution.attribute(e) == plain.attribute(e));
  });
}

std::vector<std::uint32_t> roots_of(const char* text) {
  Heap heap;
  Attribution attribution(heap);
  Roots roots(heap);
  for (const Event& e : run(text))
    if (const auto thread = attribution.attribute(e)) roots.see(e, *thread);
  std::vector<std::uint32_t> result;
  for (const ThreadId thread : roots.threads()) result.push_back(thread.value());
  return result;
}

TEST(Roots, AreThoseThatNobodyForks) {
  EXPECT_EQ(roots_of(""), (Threads{}));
  EXPECT_EQ(roots_of("T3: w x; fork T1; T1: w x; T2: w x; T1: fork T4; T4: w x"), (Threads{3, 2}));
}
TEST(Roots, AreLanguageThreads) {
  EXPECT_EQ(roots_of("T1: switch T7; w x; fork T8; T2: switch T8; w x; switch T9; w x"),
            (Threads{7, 9}));
}
TEST(Roots, AForkedThreadIsNoneAlsoBeforeItActs) {
  EXPECT_EQ(roots_of("T1: fork T2; T2: fork T3; T3: w x; T2: join T3; T1: join T2"), (Threads{1}));
}

}  // namespace
}  // namespace steward
