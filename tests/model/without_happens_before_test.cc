// hybrid with happens-before switched off, the paper's NoHB column: the pairwise lockset definition
// over the accesses that its thread locality check (§6.3) lets through.
#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <optional>

#include "core/detect/hybrid.h"
#include "core/detect/selection.h"
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

enum class Watch : bool { all, selected };

// Some bytes of many words, and all or nothing of others.
bool is_selected(Address byte) { return byte.value() / 3 % 2 == 0; }

// What is not watched does not count at all: an object whose other bytes two threads share may
// still be one thread's own.
class Definition {
 public:
  Definition(std::span<const Event> events, Watch watch) : truth_(events), watch_(watch) {}

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
      if (watch_ == Watch::selected && !is_selected(a)) continue;
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
  const Watch watch_;
  oracle::ByteStates<Byte> memory_;
  std::vector<Object> blocks_;
  std::vector<oracle::FirstRace> races_;
};

void select(std::span<const Event> events, Selection& selection) {
  for (const Event& e : events)
    for (std::uint64_t i = 0; is_access(e.kind) && i < e.range.size; ++i)
      if (is_selected(e.range.begin + i)) selection.add({e.range.begin + i, 1});
}

void check(Watch watch) {
  check_on_random_traces(all_shapes(), [watch](std::span<const Event> events) -> Verdict {
    Definition definition(events, watch);
    const auto expected = definition.races();
    Heap heap_of_selection(cached_pages());
    Selection selection(heap_of_selection);
    select(events, selection);
    const Findings findings = run_detector(events, [&](Heap& heap, Findings& into) {
      HybridOptions options{.granularity = Granularity::location, .order = {.enabled = false}};
      options.lock_bound = definition.execution().largest_lockset();
      return std::make_unique<Hybrid<Sequential>>(heap, options, into,
                                                  watch == Watch::selected ? &selection : nullptr);
    });
    const auto found = oracle::first_reports(definition.execution(), findings.reports());
    if (found == expected) return std::nullopt;
    return "expected:" + describe(expected) + "\nfound:" + describe(found);
  });
}

TEST(WithoutHappensBefore, HybridWithThreadLocality) { check(Watch::all); }
TEST(WithoutHappensBefore, HybridOnSelectedBytes) { check(Watch::selected); }

}  // namespace
}  // namespace steward
