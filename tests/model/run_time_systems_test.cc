// What a run-time system says of its program, as properties of random executions: what it says to
// be on the safe side changes nothing, and there are several ways to say the same.
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include "core/detect/djit.h"
#include "core/detect/fasttrack.h"
#include "core/detect/goldilocks.h"
#include "core/detect/hybrid.h"
#include "support/property.h"
#include "support/run_detector.h"

namespace steward {
namespace {

constexpr DetectorOptions kOptions = {AfterRace::record, 3};

template <class Detector>
Findings findings_of(std::span<const Event> events) {
  return run_detector(events, [](Heap& heap, Findings& findings) {
    return std::make_unique<Detector>(heap, kOptions, findings);
  });
}
Findings goldilocks_findings(std::span<const Event> events) {
  return run_detector(events, [](Heap& heap, Findings& findings) {
    return std::make_unique<Goldilocks<Sequential>>(heap, kOptions, GoldilocksOptions{}, findings);
  });
}
template <class Detector = Hybrid<Sequential>>
Findings hybrid_findings(std::span<const Event> events) {
  return run_detector(events, [](Heap& heap, Findings& findings) {
    return std::make_unique<Detector>(
        heap, HybridOptions{.order = {.max_store_age = 3}, .lock_bound = 8}, findings);
  });
}

// An execution told in another way, and which event of the first each of it was.
struct Retold {
  std::vector<Event> events;
  std::vector<std::size_t> original;
  void say(const Event& event, std::size_t index) {
    events.push_back(event);
    original.push_back(index);
  }
};
using Race = std::tuple<Address, std::size_t, std::size_t>;

// Byte by byte, since histories may be cut in other pieces.
std::set<Race> races(const Findings& findings, const std::vector<std::size_t>& original) {
  const auto event_of = [&](const Finding::Access& access) {
    return original[static_cast<std::size_t>(access.origin.event().value())];
  };
  std::set<Race> all;
  for (const Finding& one : findings.all())
    for (std::uint64_t i = 0; i < one.bytes.size; ++i)
      all.emplace(one.bytes.begin + i, event_of(one.earlier), event_of(one.later));
  return all;
}

// Whatever retell() changes, no detector notices.
template <class Retell>
TraceProperty changes_nothing(Retell retell) {
  return [retell](std::span<const Event> events) -> Verdict {
    const Retold retold = retell(events);
    std::vector<std::size_t> same(events.size());
    for (std::size_t i = 0; i < same.size(); ++i) same[i] = i;
    const auto agree = [&](auto&& run) {
      return races(run(events), same) == races(run(std::span(retold.events)), retold.original);
    };
    if (!agree(findings_of<Djit<Sequential>>)) return "djit notices";
    if (!agree(findings_of<FastTrack<Sequential>>)) return "fasttrack notices";
    if (!agree(goldilocks_findings)) return "goldilocks notices";
    if (!agree(hybrid_findings<>)) return "hybrid notices";
    return std::nullopt;
  };
}

constexpr Address kElsewhere{0x700000};

// Of the bytes near those of `range`, the longest run that nothing is known of.
AddressRange untouched_near(AddressRange range, const std::set<Address>& touched) {
  AddressRange best, now;
  for (std::uint64_t i = 0; i < 48; ++i) {
    const Address byte{(range.begin.value() & ~std::uint64_t{15}) - 16 + i};
    if (touched.contains(byte)) {
      now = {};
      continue;
    }
    now = now.size == 0 ? AddressRange{byte, 1} : AddressRange{now.begin, now.size + 1};
    if (now.size > best.size) best = now;
  }
  return best;
}

// Around each access: memory without a history is cleared, and copied to such. So is memory that
// nobody ever uses.
Retold conservatively(std::span<const Event> events) {
  Retold told;
  std::set<Address> touched;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& e = events[i];
    if (has_range(e.kind)) {
      const AddressRange unknown = untouched_near(e.range, touched);
      if (unknown.size != 0) {
        told.say(event::clear(e.thread, unknown), i);
        told.say(event::copy(e.thread, kElsewhere, unknown), i);
        told.say(event::copy(e.thread, unknown.begin, {kElsewhere, unknown.size}), i);
      }
      told.say(event::clear(e.thread, {kElsewhere, 64}), i);
      for (std::uint64_t byte = 0; byte < e.range.size; ++byte)
        touched.insert(e.range.begin + byte);
    }
    told.say(e, i);
  }
  return told;
}

TEST(RunTimeSystems, WhatTheySayOfMemoryWithoutAHistoryChangesNothing) {
  check_on_random_traces(all_shapes(), changes_nothing(conservatively));
}

// A copy to a place of its own, and from there: then nothing overlaps.
Retold in_two_steps(std::span<const Event> events) {
  Retold told;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& e = events[i];
    if (e.kind != EventKind::copy) {
      told.say(e, i);
      continue;
    }
    // As far from a word's beginning, then as far as the destination is.
    const Address between = kElsewhere + e.copy_from().value() % 8;
    told.say(event::copy(e.thread, e.copy_from(), {between, e.range.size}), i);
    told.say(event::copy(e.thread, between, e.range), i);
  }
  return told;
}

TEST(RunTimeSystems, CopiesThatOverlapAreAsCopiesByWayOfAnotherPlace) {
  check_on_random_traces({memory_heavy_shape()}, changes_nothing(in_two_steps));
}

Retold in_nested_regions(std::span<const Event> events) {
  Retold told;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& e = events[i];
    told.say(e, i);
    if (e.kind != EventKind::untracked_begin) continue;
    // A region in the region is over before it.
    for (const EventKind kind : {EventKind::untracked_begin, EventKind::untracked_end}) {
      Event inner = e;
      inner.kind = kind;
      told.say(inner, i);
    }
  }
  return told;
}

TEST(RunTimeSystems, RegionsInRegionsLeaveOutTheSame) {
  check_on_random_traces(all_shapes(), changes_nothing(in_nested_regions));
}

// Each thread on a carrier of its own from beginning to end.
Retold without_switches(std::span<const Event> events) {
  Retold told;
  std::map<ThreadId, ThreadId> carried;
  for (std::size_t i = 0; i < events.size(); ++i) {
    Event e = events[i];
    if (const auto known = carried.find(e.thread); known != carried.end()) e.thread = known->second;
    if (e.kind == EventKind::switch_identity) carried[events[i].thread] = e.other();
    else told.say(e, i);
  }
  return told;
}

TEST(RunTimeSystems, SwitchesOrderNothing) {
  check_on_random_traces(all_shapes(), changes_nothing(without_switches));
}

// Every send begins the message anew.
template <class Detector>
class Anew : public Detector {
 public:
  using Detector::Detector;
  void send(typename Detector::Thread& t, MessageId message) { this->send_anew(t, message); }
};

// The same said without: each send is of a message of its own, which all receive until the next.
std::vector<Event> with_messages_of_their_own(std::span<const Event> events) {
  std::map<std::uint64_t, std::uint64_t> current;
  std::uint64_t count = 1000;
  std::vector<Event> told;
  for (Event e : events) {
    if (e.kind == EventKind::send) current[e.message().value()] = ++count;
    if (e.kind == EventKind::send || e.kind == EventKind::receive)
      if (const auto known = current.find(e.message().value()); known != current.end())
        e.operand = known->second;
    told.push_back(e);
  }
  return told;
}

TEST(RunTimeSystems, AReleaseThatStoresIsOneOfANewMessage) {
  // A send that does not count begins nothing.
  const Shape shape = message_heavy_shape().without(Action::untracked_begin);
  check_on_random_traces({shape}, [](std::span<const Event> events) -> Verdict {
    std::vector<std::size_t> same(events.size());
    for (std::size_t i = 0; i < same.size(); ++i) same[i] = i;
    const std::vector<Event> told = with_messages_of_their_own(events);
    if (races(findings_of<Anew<FastTrack<Sequential>>>(events), same) !=
        races(findings_of<FastTrack<Sequential>>(told), same))
      return "fasttrack differs";
    if (races(hybrid_findings<Anew<Hybrid<Sequential>>>(events), same) !=
        races(hybrid_findings<>(told), same))
      return "hybrid differs";
    return std::nullopt;
  });
}

}  // namespace
}  // namespace steward
