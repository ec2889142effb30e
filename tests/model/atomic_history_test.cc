// Which stores an atomic load may read, against the axioms of C++20 read plainly: coherence
// ([intro.races] 15 to 18) and the single total order of seq_cst operations and fences
// ([atomics.order] 3 and 4), with modification order and that order being the order of the trace.
#include "core/memory/atomic_history.h"

#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>

#include "core/detect/fasttrack.h"
#include "sched/random.h"
#include "support/execution.h"
#include "support/happens_before.h"
#include "support/property.h"
#include "support/run_detector.h"

namespace steward {
namespace {

constexpr std::size_t kInitial = SIZE_MAX;  // the value from the beginning, as an event

bool is_sequential(const Event& e) { return e.order == MemoryOrder::seq_cst; }
bool is_load(const Event& e) { return e.kind == EventKind::atomic_load; }
bool stores(const Event& e) {
  return e.kind == EventKind::atomic_store || e.kind == EventKind::atomic_rmw;
}
bool reads(const Event& e) { return is_load(e) || e.kind == EventKind::atomic_rmw; }

// The axioms, over a trace whose loads say which store they read.
class Axioms {
 public:
  explicit Axioms(std::span<const Event> events)
      : x_(events), order_(oracle::precise_order(x_)), read_(events.size(), kInitial) {
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (!x_.counts(i)) continue;
      const Event& e = events[i];
      if (e.kind == EventKind::fence && is_sequential(e)) fences_.push_back(i);
      if (!is_atomic(e.kind)) continue;
      auto& operations = by_location_[e.range.begin];
      std::vector<std::size_t> before;
      for (const std::size_t j : operations)
        if (stores(events[j])) before.push_back(j);
      const std::size_t age = is_load(e) ? e.store_age : 0;
      if (reads(e) && age < before.size()) read_[i] = before[before.size() - 1 - age];
      operations.push_back(i);
    }
  }

  // Whether the load may be as it is, after everything before it.
  bool allow(std::size_t load) const { return is_coherent(load) && agrees_with_s(load); }

 private:
  const Event& event(std::size_t i) const { return x_.event(i); }
  // a is before b in the modification order.
  static bool is_older(std::size_t a, std::size_t b) {
    return a != b && (a == kInitial || (b != kInitial && a < b));
  }

  bool is_coherent(std::size_t load) const {
    for (const std::size_t other : by_location_.at(event(load).range.begin)) {
      if (other >= load || !order_.before(other, load)) continue;
      if (stores(event(other)) && is_older(read_[load], other)) return false;        // write-read
      if (reads(event(other)) && is_older(read_[load], read_[other])) return false;  // read-read
    }
    return true;
  }

  // What is coherence-ordered before what, in one step.
  bool is_directly_before(std::size_t a, std::size_t b) const {
    if (a == b) return false;
    if (reads(event(b)) && read_[b] == a) return true;
    if (stores(event(a)) && stores(event(b)) && a < b) return true;
    return reads(event(a)) && stores(event(b)) && is_older(read_[a], b);
  }

  bool agrees_with_s(std::size_t load) const {
    std::vector<std::size_t> operations;
    for (const std::size_t i : by_location_.at(event(load).range.begin))
      if (i <= load) operations.push_back(i);
    // All that can be reached from the load, and all from which it can be.
    for (const bool forwards : {true, false}) {
      std::vector<std::size_t> reached = {load};
      for (std::size_t at = 0; at < reached.size(); ++at)
        for (const std::size_t next : operations)
          if ((forwards ? is_directly_before(reached[at], next)
                        : is_directly_before(next, reached[at])) &&
              std::find(reached.begin(), reached.end(), next) == reached.end())
            reached.push_back(next);
      for (std::size_t i = 1; i < reached.size(); ++i)
        if (!(forwards ? may_precede(load, reached[i], load) : may_precede(reached[i], load, load)))
          return false;
    }
    return true;
  }
  // Whether S may be as it is if a is coherence-ordered before b, as far as `end`.
  bool may_precede(std::size_t a, std::size_t b, std::size_t end) const {
    const bool both = is_sequential(event(a)) && is_sequential(event(b));
    if (both && a > b) return false;
    for (const std::size_t y : fences_)
      if (y < end && is_sequential(event(a)) && order_.before(b, y) && a > y) return false;
    for (const std::size_t x : fences_) {
      if (x >= end || !order_.before(x, a)) continue;
      if (is_sequential(event(b)) && x > b) return false;
      for (const std::size_t y : fences_)
        if (y < end && order_.before(b, y) && x >= y) return false;
    }
    return true;
  }

  const oracle::Execution x_;
  const oracle::Order order_;
  std::map<Address, std::vector<std::size_t>> by_location_;
  std::vector<std::size_t> read_;  // the store that each has read
  std::vector<std::size_t> fences_;
};

// A detector whose loads read what chance picks of what they may.
class Reader : public FastTrack<Sequential> {
 public:
  using Base = FastTrack<Sequential>;

  Reader(Heap& heap, Report<Sequential> report, std::size_t kept)
      : Base(heap, {.max_store_age = UINT8_MAX}, report), heap_(heap), kept_(kept), s_(heap) {}

  void atomic_load(Thread& t, AddressRange range, MemoryOrder order, std::size_t, Origin origin) {
    History& history = at(range);
    const bool sequential = order == MemoryOrder::seq_cst;
    const std::size_t oldest = history.oldest_age(t.clock, sequential, s_);
    const std::size_t age = random_.below(oldest + 1);
    chosen[event] = {oldest, age, history.size()};
    Base::atomic_load(t, range, order, age, origin);
    history.read(age, t.now(), position(sequential));
  }
  void atomic_store(Thread& t, AddressRange range, MemoryOrder order, Origin origin) {
    note(t, range, order);
    Base::atomic_store(t, range, order, origin);
  }
  void atomic_rmw(Thread& t, AddressRange range, MemoryOrder order, Origin origin) {
    // What it reads is known to it before it stores.
    const Epoch now = t.now();
    Base::atomic_rmw(t, range, order, origin);
    at(range).store(0, now, position(order == MemoryOrder::seq_cst), 0, kept_);
  }
  void fence(Thread& t, MemoryOrder order) {
    const Epoch now = t.now();
    Base::fence(t, order);
    if (order != MemoryOrder::seq_cst) return;
    VectorClock then(heap_);
    then.assign(t.clock);
    then.set(now.slot(), now.time());
    s_.fence(now, then);
  }

  struct Chosen {
    std::size_t oldest, age, known;
  };
  std::map<std::size_t, Chosen> chosen;  // by event
  std::size_t event = 0;

 private:
  using History = AtomicHistory<int>;
  History& at(AddressRange range) {
    return histories_.try_emplace(range.begin, heap_, 0).first->second;
  }
  void note(const Thread& t, AddressRange range, MemoryOrder order) {
    at(range).store(0, t.now(), position(order == MemoryOrder::seq_cst), 0, kept_);
  }
  SequentialOrder::Position position(bool sequential) { return sequential ? s_.next() : 0; }

  Heap& heap_;
  const std::size_t kept_;
  SequentialOrder s_;
  Random random_{1};
  std::map<Address, History> histories_;
};

// Atomic objects of 8 bytes that nothing else touches.
std::vector<Event> with_whole_objects(std::span<const Event> events) {
  std::vector<Event> made(events.begin(), events.end());
  for (Event& e : made)
    if (is_atomic(e.kind)) e.range = {Address(0x10000 + e.range.begin.value() % 3 * 8), 8};
  return made;
}

std::vector<Shape> atomic_shapes() {
  Shape fences = atomic_heavy_shape();
  for (const Action action :
       {Action::alloc, Action::free, Action::clear, Action::copy, Action::read, Action::write,
        Action::guarded_read, Action::guarded_write})
    fences = fences.without(action);
  fences = fences.with(Action::atomic_load, 30).with(Action::atomic_store, 25);
  Shape messages = fences.with(Action::send, 10).with(Action::receive, 10);
  return {fences.with(Action::fence, 25), messages.with(Action::fence, 10)};
}

struct Completed {
  std::vector<Event> events;
  std::map<std::size_t, Reader::Chosen> chosen;
};
Completed complete(std::span<const Event> trace, std::size_t kept) {
  Completed made{with_whole_objects(trace), {}};
  Findings ignored;
  Heap heap(cached_pages());
  Reader reader(heap, ignored, kept);
  feed(heap, reader, made.events, [&](std::size_t i) { reader.event = i + 1; });
  made.chosen = reader.chosen;
  for (const auto& [i, choice] : made.chosen)
    made.events[i].store_age = static_cast<std::uint8_t>(choice.age);
  return made;
}

TEST(AtomicHistory, ALoadMayReadWhatTheAxiomsAllow) {
  std::uint64_t older = 0, forbidden = 0;
  check_on_random_traces(atomic_shapes(), [&](std::span<const Event> trace) -> Verdict {
    const Completed run = complete(trace, SIZE_MAX);
    for (const auto& [i, choice] : run.chosen) {
      std::vector<Event> prefix(run.events.begin(),
                                run.events.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      for (std::size_t age = 0; age < choice.known; ++age) {
        prefix.back().store_age = static_cast<std::uint8_t>(age);
        const bool legal = Axioms(prefix).allow(i);
        if (legal != (age <= choice.oldest))
          return "event " + std::to_string(i) + ": age " + std::to_string(age) +
                 (legal ? " is allowed" : " is forbidden");
        if (age > 0) ++(legal ? older : forbidden);
      }
    }
    return {};
  });
  if (replaying_one_trace()) return;
  EXPECT_GT(older, 1000u);
  EXPECT_GT(forbidden, 1000u);
}

// To forget old stores only shrinks what may be read.
TEST(AtomicHistory, ABoundForbidsMore) {
  check_on_random_traces(atomic_shapes(), [&](std::span<const Event> trace) -> Verdict {
    const Completed run = complete(trace, 2);
    for (const auto& [i, choice] : run.chosen) {
      if (choice.known > 2) return "event " + std::to_string(i) + ": too many are known";
      const std::vector<Event> prefix(run.events.begin(),
                                      run.events.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      if (!Axioms(prefix).allow(i)) return "event " + std::to_string(i) + " is forbidden";
    }
    return {};
  });
}

// A fence that is forgotten counts as known to everybody.
TEST(SequentialOrder, ForgetsFencesOnTheSafeSide) {
  Heap heap(cached_pages());
  SequentialOrder order(heap);
  const VectorClock nothing(heap);
  VectorClock knows(heap);
  knows.set(Slot(0), 1'000);
  for (Time time = 1; time <= 1'000; ++time) {
    VectorClock clock(heap);
    clock.set(Slot(0), time);
    order.fence(Epoch(Slot(0), time), clock);
  }
  EXPECT_EQ(order.last_known(knows)->at, Epoch(Slot(0), 1'000));
  ASSERT_NE(order.last_known(nothing), nullptr);
  EXPECT_LT(order.last_known(nothing)->position, 1'000u);
}

}  // namespace
}  // namespace steward
