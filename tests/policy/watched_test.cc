// Every detector keeps to the rules of core/policy/policy.h, and finds under any policy what it
// finds under the sequential one.
#include <gtest/gtest.h>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "policy/detectors.h"
#include "policy/watched_policy.h"
#include "support/property.h"
#include "support/run_detector.h"

namespace steward {
namespace {

TEST(LockWatch, SeesALockTakenTwice) {
  LockWatch watch;
  Watched::Lock lock;
  lock.lock();
  lock.unlock();
  lock.lock();
  EXPECT_EQ(watch.complaint(), std::nullopt);
  lock.lock();
  EXPECT_EQ(watch.complaint(), "takes a lock that it holds");
}

TEST(LockWatch, SeesACycleThroughSeveralLocks) {
  LockWatch watch;
  Watched::Lock locks[3];
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(watch.complaint(), std::nullopt);
    const Hold outer(locks[i]);
    const Hold inner(locks[(i + 1) % 3]);
  }
  EXPECT_EQ(watch.complaint(), "holds two locks in both orders");
  EXPECT_TRUE(watch.holds_nothing());
}

TEST(LockWatch, SeesALockGivenBackThatNobodyHolds) {
  LockWatch watch;
  Watched::Lock lock;
  lock.unlock();
  EXPECT_EQ(watch.complaint(), "gives back a lock that it does not hold");
}

struct Flag {
  using Owner = Heap;
  bool set = false;
  void copy_to(Flag& empty, Heap&) const { empty.set = set; }
  void clear(Heap&) { set = false; }
  bool same_as(const Flag& other) const { return set == other.set; }
};

// Where the region before has the first shard, and where it has the second.
TEST(LockWatch, SeesAtomicOperationsHoldTwoShardsInOneOrder) {
  constexpr std::uint64_t kRegion = 64 << 10;
  LockWatch watch;
  Heap heap;
  Shadow<Flag, Watched> shadow(heap, heap);
  for (std::uint64_t region = 1; region < 100; ++region) {
    shadow.atomically({Address(region * kRegion - 4), 8}, [](const auto& view) {
      view.update([](Flag& flag, ByteSet) { flag.set = true; });
    });
  }
  EXPECT_EQ(watch.complaint(), std::nullopt);
  EXPECT_EQ(watch.deepest(), 2u);
}

// The accesses of random traces lie around the end of a page. Here that is also the end of a region
// of the shadow, so that some atomic operations need two shards at once.
constexpr std::uint64_t kMove = 0xf000;

std::vector<Event> moved(std::span<const Event> events) {
  std::vector<Event> result(events.begin(), events.end());
  for (Event& e : result) {
    if (!has_range(e.kind)) continue;
    e.range.begin = e.range.begin + kMove;
    if (e.kind == EventKind::copy) e.operand += kMove;
  }
  return result;
}

auto facts(const Finding& finding) {
  return std::tuple(finding.bytes.begin, finding.bytes.size, finding.earlier.thread,
                    finding.earlier.origin.event(), finding.later.thread,
                    finding.later.origin.event());
}
bool same(const std::vector<Finding>& a, const std::vector<Finding>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Finding& x, const Finding& y) { return facts(x) == facts(y); });
}

// The findings of a detector whose holds are watched, or what it did wrong.
template <class Make>
Verdict watch(std::span<const Event> events, LockWatch& locks, Findings& findings) {
  Heap heap(cached_pages());
  const auto detector = Make::template make<Watched>(heap, findings);
  std::optional<std::size_t> held_after;
  feed(heap, *detector, events, [&](std::size_t i) {
    if (!held_after && !locks.holds_nothing()) held_after = i;
  });
  if (held_after) return "holds a lock after event " + std::to_string(*held_after);
  return locks.complaint();
}

template <class Make>
class WatchedDetectors : public testing::Test {};
using Makes = testing::Types<MakeDjit, MakeFastTrack, MakeGoldilocks, MakeSweepingGoldilocks,
                             MakeLockset, MakeHybrid, MakeHybridByLocation, MakeHybridWithoutOrder,
                             MakeSimple, MakeSimplePaper>;
TYPED_TEST_SUITE(WatchedDetectors, Makes, DetectorNames);

TYPED_TEST(WatchedDetectors, HoldLocksInOneOrderAndFindTheSame) {
  std::size_t deepest = 0;
  std::size_t found = 0;
  check_on_random_traces(all_shapes(), [&](std::span<const Event> trace) -> Verdict {
    const std::vector<Event> events = moved(trace);
    const Findings expected = run_detector(events, [](Heap& heap, Findings& findings) {
      return TypeParam::template make<Sequential>(heap, findings);
    });
    LockWatch locks;
    Findings findings;
    if (const Verdict wrong = watch<TypeParam>(events, locks, findings)) return wrong;
    deepest = std::max(deepest, locks.deepest());
    found += findings.all().size();
    if (same(findings.all(), expected.all())) return std::nullopt;
    return "other findings than under the sequential policy: " +
           std::to_string(findings.all().size()) + " instead of " +
           std::to_string(expected.all().size());
  });
  if (replaying_one_trace()) return;
  // Otherwise there was nothing to watch.
  EXPECT_GE(deepest, 2u);
  EXPECT_GT(found, 0u);
}

}  // namespace
}  // namespace steward
