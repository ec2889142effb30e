// hybrid with happens-before switched off, the paper's NoHB column: the pairwise lockset definition
// over the accesses that its thread locality check (§6.3) lets through.
#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <optional>

#include "core/detect/hybrid.h"
#include "support/byte_states.h"
#include "support/oracle.h"
#include "support/property.h"
#include "support/run_detector.h"

namespace steward {
namespace {

// An object is an allocated block, or a byte outside any; its first thread owns it until another
// accesses it, and what happens until then is not looked at.
struct Object {
  std::optional<ThreadId> owner;
  bool shared = false;

  bool lets_through(ThreadId thread) {
    if (!owner) owner = thread;
    shared |= *owner != thread;
    return shared;
  }
};

struct Byte {
  std::optional<std::size_t> block;
  Object itself;
  std::vector<std::size_t> accesses;
  bool raced = false;
};

class Definition {
 public:
  explicit Definition(std::span<const Event> events) : truth_(events) {}

  std::vector<oracle::FirstRace> races() {
    const oracle::Execution& x = truth_.execution();
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (!x.counts(j)) continue;
      memory_.follow(x.event(j));
      if (x.event(j).kind == EventKind::alloc) allocate(x.event(j).range);
      if (x.is_access(j)) access(j);
    }
    std::sort(races_.begin(), races_.end());
    return races_;
  }
  const oracle::Execution& execution() const { return truth_.execution(); }

 private:
  void allocate(AddressRange range) {
    for (Address a = range.begin; a < range.end(); a = a + 1) memory_.at(a).block = blocks_.size();
    blocks_.emplace_back();
  }
  void access(std::size_t j) {
    const AddressRange range = execution().event(j).range;
    for (Address a = range.begin; a < range.end(); a = a + 1) {
      Byte& byte = memory_.at(a);
      Object& object = byte.block ? blocks_[*byte.block] : byte.itself;
      if (!object.lets_through(execution().thread(j))) continue;
      const bool racy = std::any_of(byte.accesses.begin(), byte.accesses.end(),
                                    [&](std::size_t i) { return truth_.lockset_race(i, j); });
      byte.accesses.push_back(j);
      if (byte.raced || !racy) continue;
      byte.raced = true;
      races_.push_back({a, memory_.incarnation(a), j});
    }
  }

  oracle::Oracle truth_;
  oracle::ByteStates<Byte> memory_;
  std::vector<Object> blocks_;
  std::vector<oracle::FirstRace> races_;
};

TEST(WithoutHappensBefore, HybridWithThreadLocality) {
  check_on_random_traces(all_shapes(), [](std::span<const Event> events) -> Verdict {
    Definition definition(events);
    const auto expected = definition.races();
    const Findings findings = run_detector(events, [&](Heap& heap, Findings& into) {
      HybridOptions options{.granularity = Granularity::location, .order = {.enabled = false}};
      options.lock_bound = definition.execution().largest_lockset();
      return std::make_unique<Hybrid<Sequential>>(heap, options, into);
    });
    const auto found = oracle::first_reports(definition.execution(), findings.reports());
    if (found == expected) return std::nullopt;
    return "expected:" + describe(expected) + "\nfound:" + describe(found);
  });
}

}  // namespace
}  // namespace steward
