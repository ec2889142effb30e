// An analysis that also writes down what it is told.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "base/heap.h"
#include "base/spin_lock.h"
#include "channel/layout.h"
#include "core/detect/detector.h"
#include "core/event/event.h"
#include "core/policy/policy.h"
#include "runtime/analysis/origins.h"
#include "runtime/record/trace_file.h"
#include "runtime/record/trace_numbers.h"
#include "runtime/report/words.h"
#include "runtime/state/runtime.h"

namespace steward {

// The trace has one order, and what the analysis says must be what it says of that order: each
// event is written and analysed in one go, one event at a time. That is slow, and as exact as can
// be.
template <class Analysis>
class Recording {
 public:
  using Thread = typename Analysis::Thread;
  static constexpr bool kSelects = Analysis::kSelects;
  static constexpr bool kFollowsFunctions = Analysis::kFollowsFunctions;
  static constexpr bool kControls = Analysis::kControls;
  static constexpr bool kHasShortWay = false;  // all accesses are to be written down
  static constexpr bool kKnowsGuards = Analysis::kKnowsGuards;
  static constexpr bool kJudgesWrites = Analysis::kJudgesWrites;
  static constexpr bool kRefuses = Analysis::kRefuses;

  explicit Recording(Runtime& runtime)
      : inner_(runtime),
        origins_(runtime.origins),
        trace_(runtime.heap, tell_cut),
        locks_(runtime.heap),
        messages_(runtime.heap),
        conditions_(runtime.heap) {
    trace_.open(std::getenv(channel::kTraceVariable));
  }

  Thread& thread(ThreadId id) { return inner_.thread(id); }
  // All accesses are to be written down.
  bool repeats(const Thread&, AccessKind, AddressRange) const { return false; }

  void read(Thread& t, AddressRange range, LiveOrigin origin) {
    const Hold hold(lock_);
    write_down(event::read(t.id, range), origin);
    inner_.read(t, range, origin);
  }
  void write(Thread& t, AddressRange range, LiveOrigin origin) {
    const Hold hold(lock_);
    write_down(event::write(t.id, range), origin);
    inner_.write(t, range, origin);
  }
  void free(Thread& t, AddressRange range, LiveOrigin origin) {
    if (range.size == 0) return;
    const Hold hold(lock_);
    write_down(event::free(t.id, range), origin);
    inner_.free(t, range, origin);
  }
  bool attempt(Thread& t, AccessKind kind, AddressRange range, LiveOrigin origin) {
    const Hold hold(lock_);
    if (!inner_.attempt(t, kind, range, origin)) return false;
    write_down(kind == AccessKind::read ? event::read(t.id, range) : event::write(t.id, range),
               origin);
    return true;
  }
  template <class Perform>
  void atomically(Thread& t, AddressRange range, Perform&& perform) {
    const Hold hold(lock_);
    performing_.store(&t, std::memory_order_relaxed);
    inner_.atomically(t, range, [&](auto operation) {
      perform(Operation<decltype(operation)>{*this, t.id, range, operation});
    });
    performing_.store(nullptr, std::memory_order_relaxed);
  }
  void fence(Thread& t, MemoryOrder order) {
    const Hold hold(lock_);
    trace_.add(event::fence(t.id, order), 0);
    inner_.fence(t, order);
  }
  void acquire(Thread& t, LockId lock, LockMode mode) {
    const Hold hold(lock_);
    trace_.add(event::acquire(t.id, locks_.of(lock), mode), 0);
    inner_.acquire(t, lock, mode);
  }
  void release(Thread& t, LockId lock, LockMode mode) {
    const Hold hold(lock_);
    trace_.add(event::release(t.id, locks_.of(lock), mode), 0);
    inner_.release(t, lock, mode);
  }
  void fork(Thread& t, ThreadId child) {
    const Hold hold(lock_);
    trace_.add(event::fork(t.id, child), 0);
    inner_.fork(t, child);
  }
  void end(Thread& t) {
    const Hold hold(lock_);
    trace_.add(event::end(t.id), 0);
    inner_.end(t);
  }
  void join(Thread& t, ThreadId child) {
    const Hold hold(lock_);
    trace_.add(event::join(t.id, child), 0);
    inner_.join(t, child);
  }
  bool knows(Thread& t, const Thread& other) {
    const Hold hold(lock_);
    return inner_.knows(t, other);
  }
  void wait(Thread& t, ConditionId condition, LockId lock) {
    const Hold hold(lock_);
    trace_.add(event::wait(t.id, conditions_.of(condition), locks_.of(lock)), 0);
    inner_.wait(t, condition, lock);
  }
  void signal(Thread& t, ConditionId condition) {
    const Hold hold(lock_);
    trace_.add(event::signal(t.id, conditions_.of(condition)), 0);
    inner_.signal(t, condition);
  }
  void wake(Thread& t, ConditionId condition) {
    const Hold hold(lock_);
    trace_.add(event::wake(t.id, conditions_.of(condition)), 0);
    inner_.wake(t, condition);
  }
  void send(Thread& t, MessageId message) {
    const Hold hold(lock_);
    trace_.add(event::send(t.id, messages_.of(message)), 0);
    inner_.send(t, message);
  }
  void receive(Thread& t, MessageId message) {
    const Hold hold(lock_);
    trace_.add(event::receive(t.id, messages_.of(message)), 0);
    inner_.receive(t, message);
  }
  // Nobody else is at work: what is said for the others is exact. Those that are joined need not be
  // asked, whoever joined them knows.
  void receive_all(Thread& t) {
    static constexpr MessageId kFromAll{UINT64_MAX};
    const Hold hold(lock_);
    for (Thread* const other : inner_.unjoined_threads()) {
      if (Analysis::has_ended(*other)) {
        trace_.add(event::join(t.id, other->id), 0);
        inner_.join(t, other->id);
      } else {
        trace_.add(event::send(other->id, messages_.of(kFromAll)), 0);
        inner_.send(*other, kFromAll);
      }
    }
    trace_.add(event::receive(t.id, messages_.of(kFromAll)), 0);
    inner_.receive(t, kFromAll);
  }
  void forget(LockId lock) {
    const Hold hold(lock_);
    locks_.forget(lock);
    inner_.forget(lock);
  }
  void forget(MessageId message) {
    const Hold hold(lock_);
    messages_.forget(message);
    inner_.forget(message);
  }
  void forget(ConditionId condition) {
    const Hold hold(lock_);
    conditions_.forget(condition);
    inner_.forget(condition);
  }
  // Whoever does it: the history that is forgotten is everybody's. Blocks of no bytes have none.
  void alloc(AddressRange range) {
    if (range.size == 0) return;
    const Hold hold(lock_);
    trace_.add(event::on_range(EventKind::alloc, ThreadId(), range), 0);
    inner_.alloc(range);
  }
  void clear(AddressRange range) {
    if (range.size == 0) return;
    const Hold hold(lock_);
    trace_.add(event::on_range(EventKind::clear, ThreadId(), range), 0);
    inner_.clear(range);
  }
  void copy(Address from, AddressRange to) {
    const Hold hold(lock_);
    Event copied = event::on_range(EventKind::copy, ThreadId(), to);
    copied.operand = from.value();
    trace_.add(copied, 0);
    inner_.copy(from, to);
  }
  // No events, but what a phase before this one knew.
  void select(AddressRange range, bool watched) requires requires(Analysis& inner) {
    inner.select(range, watched);
  }
  { inner_.select(range, watched); }
  bool watches(AddressRange range) const { return inner_.watches(range); }
  void mark_channel(LockId lock) requires requires(Analysis& inner) { inner.mark_channel(lock); }
  { inner_.mark_channel(lock); }
  template <class F>
  void for_each_access(Address byte, F&& f) requires requires(Analysis& inner) {
    inner.for_each_access(byte, f);
  }
  {
    const Hold hold(lock_);
    inner_.for_each_access(byte, f);
  }
  void settle(SiteId a, SiteId b, KeptApart kept) requires requires(Analysis& inner) {
    inner.settle(a, b, kept);
  }
  { inner_.settle(a, b, kept); }
  template <class OnThread, class OnToken>
  void show(Epoch when, OnThread&& thread, OnToken&& token) requires requires(Analysis& inner) {
    inner.show(when, thread, token);
  }
  { inner_.show(when, thread, token); }
  // Not an event: whoever analyses the trace may remember more.
  void forget_accesses() {
    const Hold hold(lock_);
    inner_.forget_accesses();
  }
  void drop_shadow() { inner_.drop_shadow(); }

  // The trace is complete. `t`: who says so, if it is a thread; perhaps while it performs something
  // atomically.
  void finish(const Thread* t) {
    if (t != nullptr && performing_.load(std::memory_order_relaxed) == t) return trace_.finish();
    const Hold hold(lock_);
    trace_.finish();
  }
  // The process has forked, and this is the child: the trace is its parent's.
  void abandon() { trace_.abandon(); }

 private:
  template <class Inner>
  struct Operation {
    Recording& recording;
    ThreadId thread;
    AddressRange range;
    const Inner& inner;

    void load(MemoryOrder order, LiveOrigin origin) const {
      add(EventKind::atomic_load, order, origin);
      inner.load(order, origin);
    }
    void store(MemoryOrder order, LiveOrigin origin) const {
      add(EventKind::atomic_store, order, origin);
      inner.store(order, origin);
    }
    void rmw(MemoryOrder order, LiveOrigin origin) const {
      add(EventKind::atomic_rmw, order, origin);
      inner.rmw(order, origin);
    }

   private:
    void add(EventKind kind, MemoryOrder order, LiveOrigin origin) const {
      recording.write_down(event::atomic(kind, thread, range, order), origin);
    }
  };

  static void tell_cut() {
    Runtime& found = *runtime();
    found.reporter.tell_loss(Words(found.heap) << "traces that end before their process, because "
                                                  "there was no room for more");
  }
  void write_down(const Event& event, LiveOrigin origin) {
    trace_.add(event, origins_.at(origin.number()).counter);
  }

  Analysis inner_;
  const Origins& origins_;
  SpinLock lock_;
  std::atomic<const Thread*> performing_ = nullptr;  // who holds the lock to do that
  TraceFile trace_;
  TraceNumbers<LockId> locks_;
  TraceNumbers<MessageId> messages_;
  TraceNumbers<ConditionId> conditions_;
};

}  // namespace steward
