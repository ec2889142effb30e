// The random traces themselves: well-formed, varied, racy and race-free in good measure, and fast.
#include "support/random_trace.h"

#include <array>
#include <chrono>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "support/oracle.h"
#include "support/property.h"
#include "support/script.h"

namespace steward {
namespace {

constexpr std::uint64_t kTraces = 2000;

std::vector<Event> general_trace(std::uint64_t seed) {
  return decode_trace(random_words(seed), general_shape());
}

TEST(RandomTrace, EveryEventKindOccurs) {
  std::array<int, kEventKinds> seen{};
  for (std::uint64_t seed = 0; seed < kTraces; ++seed) {
    for (const Event& e : general_trace(seed)) ++seen[static_cast<std::size_t>(e.kind)];
  }
  for (int kind = 0; kind < kEventKinds; ++kind) {
    EXPECT_GE(seen[static_cast<std::size_t>(kind)], 100) << name_of(static_cast<EventKind>(kind));
  }
}

TEST(RandomTrace, RacyAndRaceFreeTracesAreBothFrequent) {
  std::map<std::string, int> racy;
  for (std::uint64_t seed = 0; seed < kTraces; ++seed) {
    const auto events = general_trace(seed);
    const oracle::Oracle oracle(events);
    racy["precise"] += !oracle.precise_races().empty();
    racy["lockset"] += !oracle.lockset_races().empty();
    racy["hybrid"] += !oracle.hybrid_races().empty();
    racy["simple"] += !oracle.simple_races().empty();
    racy["simple-paper"] += !oracle.simple_paper_races().empty();
  }
  for (const auto& [family, traces] : racy) {
    std::cerr << "  racy for " << family << ": " << 100.0 * traces / kTraces << " %\n";
    EXPECT_GE(traces, 0.1 * kTraces) << family;
    EXPECT_LE(traces, 0.9 * kTraces) << family;
  }
}

TEST(RandomTrace, LengthsAreMostlyShortAndSometimesLong) {
  std::size_t shorter_than_50 = 0;
  std::size_t longest = 0;
  for (std::uint64_t seed = 0; seed < kTraces; ++seed) {
    const std::size_t length = general_trace(seed).size();
    EXPECT_LE(length, kLongestTrace);
    shorter_than_50 += length < 50;
    longest = std::max(longest, length);
  }
  EXPECT_GE(shorter_than_50, kTraces * 7 / 10);
  EXPECT_GE(longest, 100u);
}

TEST(RandomTrace, SameSeedSameTrace) {
  EXPECT_EQ(general_trace(7), general_trace(7));
  EXPECT_NE(general_trace(7), general_trace(8));
}

TEST(RandomTrace, PrintedTracesParseBack) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto events = general_trace(seed);
    EXPECT_EQ(run(to_script(events)), events);
  }
}

// Follows a trace by carriers and ids alone and says what could not have happened.
class WellFormed {
 public:
  Verdict check(std::span<const Event> events) {
    for (const Event& e : events) {
      const ThreadId thread = carried_.contains(e.thread) ? carried_[e.thread] : e.thread;
      if (e.kind != EventKind::switch_identity) {
        if (ended_.contains(thread)) return "acts after its end: " + to_script(e);
        if (waits_.contains(thread) && !may_while_waiting(e))
          return "acts while waiting: " + to_script(e);
        acted_.insert(thread);
      }
      if (Verdict wrong = step(e, thread)) return *wrong + ": " + to_script(e);
    }
    return std::nullopt;
  }

 private:
  static bool may_while_waiting(const Event& e) {
    return e.kind == EventKind::wake || is_lock_operation(e.kind);
  }

  Verdict step(const Event& e, ThreadId thread) {
    switch (e.kind) {
      case EventKind::acquire:
        if (!exclusive_[e.lock()].empty() || !shared_[e.lock()].empty()) return "lock is taken";
        exclusive_[e.lock()].insert(thread);
        break;
      case EventKind::acquire_shared:
        if (!exclusive_[e.lock()].empty()) return "lock is taken";
        if (!shared_[e.lock()].insert(thread).second) return "lock is held already";
        break;
      case EventKind::release:
        if (exclusive_[e.lock()].erase(thread) == 0) return "lock is not held";
        break;
      case EventKind::release_shared:
        if (shared_[e.lock()].erase(thread) == 0) return "lock is not held";
        break;
      case EventKind::fork:
        if (acted_.contains(e.other())) return "child acted before its fork";
        if (!forked_.insert(e.other()).second) return "forked twice";
        break;
      case EventKind::start:
        if (!forked_.contains(thread)) return "start without a fork";
        break;
      case EventKind::end: ended_.insert(thread); break;
      case EventKind::join:
        ended_.insert(e.other());
        if (!joined_.insert(e.other()).second) return "joined twice";
        break;
      case EventKind::switch_identity:
        for (const auto& [carrier, other] : carried_) {
          if (other == e.other() && carrier != e.thread) return "runs on two carriers";
        }
        if (ended_.contains(e.other())) return "runs after its end";
        carried_[e.thread] = e.other();
        break;
      case EventKind::wait: waits_[thread] = e.condition(); break;
      case EventKind::wake:
        if (!waits_.contains(thread) || waits_[thread] != e.condition())
          return "wakes from nothing";
        waits_.erase(thread);
        break;
      default: break;
    }
    return std::nullopt;
  }

  std::map<ThreadId, ThreadId> carried_;
  std::map<LockId, std::set<ThreadId>> exclusive_;
  std::map<LockId, std::set<ThreadId>> shared_;
  std::set<ThreadId> acted_, forked_, ended_, joined_;
  std::map<ThreadId, ConditionId> waits_;
};

TEST(RandomTrace, TracesAreWellFormed) {
  check_on_random_traces(all_shapes(),
                         [](std::span<const Event> events) { return WellFormed().check(events); });
}

TEST(RandomTrace, GenerationIsFastEnoughForMillions) {
  const auto begin = std::chrono::steady_clock::now();
  std::size_t events = 0;
  for (std::uint64_t seed = 0; seed < kTraces; ++seed) events += general_trace(seed).size();
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
  std::cerr << "  " << took.count() / kTraces << " microseconds a trace of "
            << static_cast<double>(events) / kTraces << " events\n";
  EXPECT_GT(events, 5 * kTraces);
}

TEST(Shrinking, FindsTheSmallestWordsThatStillFail) {
  const auto fails = [](const TraceWords& words) {
    return std::count_if(words.begin(), words.end(), [](auto w) { return w >= 1000; }) >= 2;
  };
  const TraceWords smallest = shrink_words(random_words(3), fails);
  EXPECT_EQ(smallest, (TraceWords{1000, 1000}));
}

}  // namespace
}  // namespace steward
