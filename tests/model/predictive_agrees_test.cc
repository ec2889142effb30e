// lockset, hybrid, simple and simple-paper against their definitions over all pairs.
#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <set>

#include "core/detect/hybrid.h"
#include "core/detect/lockset.h"
#include "core/detect/selector.h"
#include "core/detect/simple.h"
#include "core/detect/simple_paper.h"
#include "support/oracle.h"
#include "support/property.h"
#include "support/run_detector.h"

namespace steward {
namespace {

// The most locks a language thread holds at once, as the first of two passes finds it.
std::size_t most_locks_held(const oracle::Oracle& truth) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < truth.execution().size(); ++i)
    most = std::max(most, truth.execution().locks(i).size());
  return most;
}

Verdict compare(const std::vector<oracle::FirstRace>& expected,
                const std::vector<oracle::FirstRace>& found) {
  if (found == expected) return std::nullopt;
  return "expected:" + describe(expected) + "\nfound:" + describe(found);
}

std::string describe_pairs(const std::vector<std::pair<SiteId, SiteId>>& pairs) {
  std::string text;
  for (const auto& [a, b] : pairs)
    text += " " + std::to_string(a.value()) + "-" + std::to_string(b.value());
  return text.empty() ? " none" : text;
}

struct Variant {
  HybridOptions options;
  bool channels_from_start = true;
  const Selection* selection = nullptr;
};

oracle::LimitedOptions oracle_options(const Variant& variant) {
  oracle::LimitedOptions options;
  options.atomics_as_messages = variant.options.order.atomics_are_messages;
  options.channels =
      variant.channels_from_start ? oracle::Channels::from_start : oracle::Channels::from_mark;
  return options;
}

Findings run_hybrid(std::span<const Event> events, const Variant& variant,
                    const oracle::Oracle& truth) {
  return run_detector(events, [&](Heap& heap, Findings& findings) {
    HybridOptions options = variant.options;
    options.order.max_store_age = 3;
    options.lock_bound = most_locks_held(truth);
    auto detector =
        std::make_unique<Hybrid<Sequential>>(heap, options, findings, variant.selection);
    if (!variant.channels_from_start) return detector;
    for (std::size_t i = 0; i < events.size(); ++i)
      if (events[i].kind == EventKind::wait && truth.execution().counts(i))
        detector->mark_channel(events[i].wait_lock());
    return detector;
  });
}

// Every reported pair is a hybrid race, and together they are what the definition says.
TraceProperty hybrid_agrees(Variant variant) {
  return [variant](std::span<const Event> events) -> Verdict {
    const oracle::Oracle truth(events, oracle_options(variant));
    const Findings findings = run_hybrid(events, variant, truth);
    for (const Finding& finding : findings.all()) {
      const auto i = static_cast<std::size_t>(finding.earlier.origin.event().value());
      const auto j = static_cast<std::size_t>(finding.later.origin.event().value());
      if (truth.hybrid_race(i, j)) continue;
      return "reported events " + std::to_string(i) + " and " + std::to_string(j) +
             ", which do not race";
    }
    if (variant.options.granularity == Granularity::location)
      return compare(truth.hybrid_races(),
                     oracle::first_reports(truth.execution(), findings.reports()));
    const auto expected = truth.all_hybrid_races().sites;
    const auto found = findings.site_pairs();
    if (found == expected) return std::nullopt;
    return "expected site pairs" + describe_pairs(expected) + "; found" + describe_pairs(found);
  };
}

Variant variant(Granularity granularity, bool subset, bool oversized) {
  Variant v;
  v.options.granularity = granularity;
  v.options.lockset_subset = subset;
  v.options.oversized = oversized;
  return v;
}

TEST(PredictiveAgrees, LocksetWithItsPairwiseDefinition) {
  check_on_random_traces(all_shapes(), [](std::span<const Event> events) -> Verdict {
    const oracle::Oracle truth(events);
    const Findings findings = run_detector(events, [](Heap& heap, Findings& into) {
      return std::make_unique<LocksetDetector<Sequential>>(heap, into);
    });
    return compare(truth.lockset_races(),
                   oracle::first_reports(truth.execution(), findings.reports()));
  });
}

TEST(PredictiveAgrees, HybridByPair) {
  check_on_random_traces(all_shapes(), hybrid_agrees(variant(Granularity::pair, true, true)));
}
TEST(PredictiveAgrees, HybridByPairWithoutOversized) {
  check_on_random_traces(all_shapes(), hybrid_agrees(variant(Granularity::pair, true, false)));
}
TEST(PredictiveAgrees, HybridByPairWithoutSubset) {
  check_on_random_traces(all_shapes(), hybrid_agrees(variant(Granularity::pair, false, true)));
}
TEST(PredictiveAgrees, HybridByPairWithoutEither) {
  check_on_random_traces(all_shapes(), hybrid_agrees(variant(Granularity::pair, false, false)));
}
TEST(PredictiveAgrees, HybridByLocation) {
  check_on_random_traces(all_shapes(), hybrid_agrees(variant(Granularity::location, true, true)));
}
TEST(PredictiveAgrees, HybridByLocationWithoutOversized) {
  check_on_random_traces(all_shapes(), hybrid_agrees(variant(Granularity::location, true, false)));
}
TEST(PredictiveAgrees, HybridByLocationWithoutSubset) {
  check_on_random_traces(all_shapes(), hybrid_agrees(variant(Granularity::location, false, true)));
}
TEST(PredictiveAgrees, HybridByLocationWithoutEither) {
  check_on_random_traces(all_shapes(), hybrid_agrees(variant(Granularity::location, false, false)));
}
TEST(PredictiveAgrees, HybridWithChannelsFromTheirMark) {
  Variant v = variant(Granularity::pair, true, true);
  v.channels_from_start = false;
  check_on_random_traces(all_shapes(), hybrid_agrees(v));
}
TEST(PredictiveAgrees, HybridIgnoringAtomics) {
  Variant v = variant(Granularity::pair, true, true);
  v.options.order.atomics_are_messages = false;
  check_on_random_traces(all_shapes(), hybrid_agrees(v));
}

// What only signals and atomics keep apart is told apart from races: by definition the pairs that
// would race without them, and do not with them.
TEST(PredictiveAgrees, HybridOnWhatMessagesKeepApart) {
  for (const bool from_start : {false, true}) {
    for (const bool subset : {false, true}) {
      Variant v = variant(Granularity::pair, subset, subset);
      v.channels_from_start = from_start;
      v.options.order.firm = true;
      check_on_random_traces(all_shapes(), [v](std::span<const Event> events) -> Verdict {
        const oracle::Oracle truth(events, oracle_options(v));
        const Findings findings = run_hybrid(events, v, truth);
        const auto races = truth.all_hybrid_races().sites;
        std::vector<std::pair<SiteId, SiteId>> kept_apart;
        std::ranges::set_difference(truth.all_firm_races().sites, races,
                                    std::back_inserter(kept_apart));
        const auto found = findings.site_pairs(KeptApart::by_nothing);
        if (found != races)
          return "expected races" + describe_pairs(races) + "; found" + describe_pairs(found);
        std::vector<std::pair<SiteId, SiteId>> told;
        std::ranges::set_difference(findings.site_pairs(KeptApart::by_messages), found,
                                    std::back_inserter(told));
        if (told == kept_apart) return std::nullopt;
        return "expected kept apart" + describe_pairs(kept_apart) + "; found" +
               describe_pairs(told);
      });
    }
  }
}

// Phase two on the bytes that phase one selected reports exactly the selected bytes with a race.
// Without copies: what comes from a byte that is not watched has no history.
// What phase one selects: the bytes that race by simple's definition, and both ends of every copy.
std::set<Address> selected_by_definition(std::span<const Event> events,
                                         const oracle::Oracle& truth) {
  const auto racy = oracle::racy_bytes(truth.simple_races());
  std::set<Address> bytes(racy.begin(), racy.end());
  for (const Event& e : events) {
    if (e.kind != EventKind::copy) continue;
    for (std::uint64_t i = 0; i < e.range.size; ++i) {
      bytes.insert(e.range.begin + i);
      bytes.insert(e.copy_from() + i);
    }
  }
  return bytes;
}

TEST(PredictiveAgrees, SelectorWithItsDefinition) {
  check_on_random_traces(all_shapes(), [](std::span<const Event> events) -> Verdict {
    oracle::LimitedOptions options;
    options.channels = oracle::Channels::from_mark;
    const oracle::Oracle truth(events, options);
    Heap heap(cached_pages());
    Selection selection(heap);
    Selector<Sequential> selector(heap, {.max_store_age = 3}, selection);
    feed(heap, selector, events, [](std::size_t) {});
    const std::set<Address> expected = selected_by_definition(events, truth);
    for (const Event& e : events) {
      for (std::uint64_t i = 0; is_access(e.kind) && i < e.range.size; ++i) {
        const Address byte = e.range.begin + i;
        if (selection.contains({byte, 1}) != expected.contains(byte))
          return "byte " + std::to_string(byte.value()) +
                 (expected.contains(byte) ? " missed" : " needlessly selected");
      }
    }
    return std::nullopt;
  });
}

TEST(PredictiveAgrees, HybridOnSelectedBytes) {
  check_on_random_traces(all_shapes(), [](std::span<const Event> events) -> Verdict {
    Variant v = variant(Granularity::location, true, true);
    v.channels_from_start = false;
    const oracle::Oracle truth(events, oracle_options(v));
    Heap heap(cached_pages());
    Selection selection(heap);
    const std::set<Address> selected = selected_by_definition(events, truth);
    for (const Address byte : selected) selection.add({byte, 1});
    v.selection = &selection;
    std::vector<oracle::FirstRace> expected;
    for (const oracle::FirstRace& race : truth.hybrid_races())
      if (selected.contains(race.byte)) expected.push_back(race);
    const Findings findings = run_hybrid(events, v, truth);
    return compare(expected, oracle::first_reports(truth.execution(), findings.reports()));
  });
}

TEST(PredictiveAgrees, SimpleWithItsDefinition) {
  check_on_random_traces(all_shapes(), [](std::span<const Event> events) -> Verdict {
    oracle::LimitedOptions options;
    options.channels = oracle::Channels::from_mark;
    const oracle::Oracle truth(events, options);
    const Findings findings = run_detector(events, [](Heap& heap, Findings& into) {
      LimitedOrderOptions order;
      order.max_store_age = 3;
      return std::make_unique<Simple<Sequential>>(heap, order, into);
    });
    return compare(truth.simple_races(),
                   oracle::first_reports(truth.execution(), findings.reports()));
  });
}
TEST(PredictiveAgrees, SimplePaperWithItsDefinition) {
  check_on_random_traces(all_shapes(), [](std::span<const Event> events) -> Verdict {
    const oracle::Oracle truth(events);
    const Findings findings = run_detector(events, [](Heap& heap, Findings& into) {
      return std::make_unique<SimplePaper<Sequential>>(heap, into);
    });
    return compare(truth.simple_paper_races(),
                   oracle::first_reports(truth.execution(), findings.reports()));
  });
}

}  // namespace
}  // namespace steward
