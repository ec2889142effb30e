// Locks that are destroyed while the execution goes on: hybrid and simple forget what they can of
// them, and say the same as their definitions, for which every life of a lock is a lock of its own.
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <vector>

#include "core/detect/hybrid.h"
#include "core/detect/simple.h"
#include "support/oracle.h"
#include "support/property.h"
#include "support/run_detector.h"

namespace steward {
namespace {

// A trace in which locks live several times.
struct Lives {
  std::vector<Event> events;                // each life under an id of its own
  std::vector<std::vector<LockId>> ending;  // after which event which locks of the trace end
};

bool takes(const Event& e) {
  return e.kind == EventKind::acquire || e.kind == EventKind::acquire_shared;
}

// Locks end at random where nobody holds them; the same in every run over the same trace.
Lives with_several_lives(std::span<const Event> events) {
  constexpr std::uint64_t kLives = 1000;
  Lives lives{{events.begin(), events.end()}, std::vector<std::vector<LockId>>(events.size())};
  std::map<LockId, std::size_t> holders;
  std::map<LockId, std::uint64_t> life;
  std::uint64_t random = events.size();
  for (std::size_t i = 0; i < events.size(); ++i) {
    Event& e = lives.events[i];
    const auto in_this_life = [&](LockId lock) { return lock.value() * kLives + life[lock]; };
    if (is_lock_operation(e.kind)) {
      takes(e) ? ++holders[e.lock()] : --holders[e.lock()];
      e.operand = in_this_life(e.lock());
    } else if (e.kind == EventKind::wait) {
      e.range.begin = Address(in_this_life(e.wait_lock()));
    }
    for (const auto& [lock, count] : holders) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      if (count != 0 || random >> 62 != 0) continue;
      ++life[lock];
      lives.ending[i].push_back(lock);
    }
  }
  return lives;
}

oracle::LimitedOptions from_mark() {
  oracle::LimitedOptions options;
  options.channels = oracle::Channels::from_mark;
  return options;
}

// What the detector finds that is told of every end of a lock.
template <class Detector>
void feed_lives(Heap& heap, Detector& detector, std::span<const Event> events, const Lives& lives) {
  feed(heap, detector, events, [&](std::size_t i) {
    for (const LockId lock : lives.ending[i]) detector.forget(lock);
  });
}

std::size_t most_held_at_once(const oracle::Oracle& truth) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < truth.execution().size(); ++i)
    most = std::max(most, truth.execution().locks(i).size());
  return most;
}

std::string site_pairs_text(const std::vector<std::pair<SiteId, SiteId>>& pairs) {
  std::string text;
  for (const auto& [a, b] : pairs)
    text += " " + std::to_string(a.value()) + "-" + std::to_string(b.value());
  return text.empty() ? " none" : text;
}

Verdict lives_agree(std::span<const Event> events, HybridOptions options) {
  const Lives lives = with_several_lives(events);
  const oracle::Oracle truth(lives.events, from_mark());
  options.order.max_store_age = 3;
  options.lock_bound = most_held_at_once(truth);
  Heap heap(cached_pages());
  Findings findings;
  Hybrid<Sequential> detector(heap, options, findings);
  feed_lives(heap, detector, events, lives);
  if (options.granularity == Granularity::location) {
    const auto found = oracle::first_reports(truth.execution(), findings.reports());
    if (found == truth.hybrid_races()) return std::nullopt;
    return "expected:" + describe(truth.hybrid_races()) + "\nfound:" + describe(found);
  }
  for (const KeptApart kept : {KeptApart::by_nothing, KeptApart::by_messages}) {
    if (kept == KeptApart::by_messages && !options.order.firm) continue;
    auto found = findings.site_pairs(kept);
    auto expected = kept == KeptApart::by_nothing ? truth.all_hybrid_races().sites
                                                  : truth.all_firm_races().sites;
    // What races need not be told to be kept apart besides.
    if (kept == KeptApart::by_messages) {
      const auto races = truth.all_hybrid_races().sites;
      const auto does_race = [&](const auto& pair) {
        return std::find(races.begin(), races.end(), pair) != races.end();
      };
      std::erase_if(found, does_race);
      std::erase_if(expected, does_race);
    }
    if (found != expected)
      return "expected site pairs" + site_pairs_text(expected) + "; found" + site_pairs_text(found);
  }
  return std::nullopt;
}

// At each end, now and then, and never: what is united late is like what is united early.
void check_hybrid(HybridOptions options) {
  for (const std::size_t gone_locks : {std::size_t{1}, std::size_t{5}, SIZE_MAX}) {
    options.order.gone_locks = gone_locks;
    check_on_random_traces(
        all_shapes(), [&](std::span<const Event> events) { return lives_agree(events, options); });
  }
}

TEST(GoneLocks, HybridByPairAgreesWithItsDefinition) { check_hybrid({}); }
TEST(GoneLocks, HybridByPairWithoutOversizedAgreesWithItsDefinition) {
  check_hybrid({.oversized = false});
}
TEST(GoneLocks, HybridByPairWithoutSubsetAgreesWithItsDefinition) {
  check_hybrid({.lockset_subset = false});
}
TEST(GoneLocks, HybridByLocationAgreesWithItsDefinition) {
  check_hybrid({.granularity = Granularity::location});
}
TEST(GoneLocks, HybridOnWhatMessagesKeepApartAgreesWithItsDefinition) {
  check_hybrid({.order = {.firm = true}});
}

TEST(GoneLocks, SimpleAgreesWithItsDefinition) {
  for (const std::size_t gone_locks : {std::size_t{1}, std::size_t{5}}) {
    check_on_random_traces(all_shapes(), [&](std::span<const Event> events) -> Verdict {
      const Lives lives = with_several_lives(events);
      const oracle::Oracle truth(lives.events, from_mark());
      Heap heap(cached_pages());
      Findings findings;
      Simple<Sequential> detector(heap, {.max_store_age = 3, .gone_locks = gone_locks}, findings);
      feed_lives(heap, detector, events, lives);
      const auto found = oracle::first_reports(truth.execution(), findings.reports());
      if (found == truth.simple_races()) return std::nullopt;
      return "expected:" + describe(truth.simple_races()) + "\nfound:" + describe(found);
    });
  }
}

}  // namespace
}  // namespace steward
