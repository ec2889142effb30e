// An analysis that also writes down what it is told.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "base/heap.h"
#include "base/spin_lock.h"
#include "channel/layout.h"
#include "core/detect/detector.h"
#include "core/event/attribution.h"
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
//
// In it stands what carriers did, untracked regions included: so whoever analyses it may judge
// otherwise what counts, and whose it is. Here it goes by the same rules as there.
template <class Analysis>
class Recording {
 public:
  using Thread = typename Analysis::Thread;
  static constexpr bool kSelects = Analysis::kSelects;
  static constexpr bool kFollowsFunctions = Analysis::kFollowsFunctions;
  static constexpr bool kControls = Analysis::kControls;
  static constexpr bool kWatches = false;
  static constexpr bool kHasShortWay = false;  // all accesses are to be written down
  static constexpr bool kInOnePiece = false;
  static constexpr bool kKnowsGuards = Analysis::kKnowsGuards;
  static constexpr bool kJudgesWrites = Analysis::kJudgesWrites;
  static constexpr bool kRefuses = Analysis::kRefuses;
  static constexpr bool kRecords = true;

  explicit Recording(Runtime& runtime)
      : inner_(runtime),
        origins_(runtime.origins),
        trace_(runtime.heap, tell_cut),
        attribution_(runtime.heap),
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
    if (counts(event::read(carrier_of(t), range), origin)) inner_.read(t, range, origin);
  }
  void write(Thread& t, AddressRange range, LiveOrigin origin) {
    const Hold hold(lock_);
    if (counts(event::write(carrier_of(t), range), origin)) inner_.write(t, range, origin);
  }
  void free(Thread& t, AddressRange range, LiveOrigin origin) {
    if (range.size == 0) return;
    const Hold hold(lock_);
    if (counts(event::free(carrier_of(t), range), origin)) inner_.free(t, range, origin);
  }
  bool attempt(Thread& t, AccessKind kind, AddressRange range, LiveOrigin origin) {
    const Hold hold(lock_);
    const Event event = kind == AccessKind::read ? event::read(carrier_of(t), range)
                                                 : event::write(carrier_of(t), range);
    if (attribution_.attribute(event) && !inner_.attempt(t, kind, range, origin)) return false;
    write_down(event, origin);
    return true;
  }
  template <class Perform>
  void atomically(Thread& t, AddressRange range, Perform&& perform) {
    const Hold hold(lock_);
    performing_.store(&t, std::memory_order_relaxed);
    inner_.atomically(t, range, [&](auto operation) {
      perform(Operation<decltype(operation)>{*this, carrier_of(t), range, operation});
    });
    performing_.store(nullptr, std::memory_order_relaxed);
  }
  void fence(Thread& t, MemoryOrder order) {
    const Hold hold(lock_);
    if (counts(event::fence(carrier_of(t), order))) inner_.fence(t, order);
  }
  void acquire(Thread& t, LockId lock, LockMode mode) {
    const Hold hold(lock_);
    if (counts(event::acquire(carrier_of(t), locks_.of(lock), mode))) inner_.acquire(t, lock, mode);
  }
  void release(Thread& t, LockId lock, LockMode mode) {
    const Hold hold(lock_);
    if (counts(event::release(carrier_of(t), locks_.of(lock), mode))) inner_.release(t, lock, mode);
  }
  void fork(Thread& t, ThreadId child) {
    const Hold hold(lock_);
    if (counts(event::fork(carrier_of(t), child))) inner_.fork(t, child);
  }
  void end(Thread& t) {
    const Hold hold(lock_);
    trace_.add(event::end(carrier_of(t)), 0);
    inner_.end(t);
  }
  void join(Thread& t, ThreadId child) {
    const Hold hold(lock_);
    if (counts(event::join(carrier_of(t), child))) inner_.join(t, child);
  }
  bool knows(Thread& t, const Thread& other) {
    const Hold hold(lock_);
    return inner_.knows(t, other);
  }
  void wait(Thread& t, ConditionId condition, LockId lock) {
    const Hold hold(lock_);
    if (counts(event::wait(carrier_of(t), conditions_.of(condition), locks_.of(lock))))
      inner_.wait(t, condition, lock);
  }
  void signal(Thread& t, ConditionId condition) {
    const Hold hold(lock_);
    if (counts(event::signal(carrier_of(t), conditions_.of(condition))))
      inner_.signal(t, condition);
  }
  void wake(Thread& t, ConditionId condition) {
    const Hold hold(lock_);
    if (counts(event::wake(carrier_of(t), conditions_.of(condition)))) inner_.wake(t, condition);
  }
  void send(Thread& t, MessageId message) {
    const Hold hold(lock_);
    if (counts(event::send(carrier_of(t), messages_.of(message)))) inner_.send(t, message);
  }
  // In a trace it is another message from here on.
  void send_anew(Thread& t, MessageId message) {
    const Hold hold(lock_);
    messages_.forget(message);
    if (counts(event::send(carrier_of(t), messages_.of(message)))) inner_.send_anew(t, message);
  }
  void receive(Thread& t, MessageId message) {
    const Hold hold(lock_);
    if (counts(event::receive(carrier_of(t), messages_.of(message)))) inner_.receive(t, message);
  }
  // Nobody else is at work: what is said for the others is exact. Those that are joined need not be
  // asked, whoever joined them knows.
  void receive_all(Thread& t) {
    static constexpr MessageId kFromAll{UINT64_MAX};
    const Hold hold(lock_);
    for (Thread* const other : inner_.unjoined_threads()) {
      if (Analysis::has_ended(*other)) {
        if (counts(event::join(carrier_of(t), other->id))) inner_.join(t, other->id);
      } else {
        say_for(other->id, event::send(other->id, messages_.of(kFromAll)));
        inner_.send(*other, kFromAll);
      }
    }
    if (counts(event::receive(carrier_of(t), messages_.of(kFromAll)))) inner_.receive(t, kFromAll);
  }

  // What only a trace needs to be told: otherwise it shows in who says what.
  void untracked(const Thread& t, Untracked what, bool begins) {
    const Hold hold(lock_);
    const ThreadId carrier = carrier_of(t);
    counts(begins ? event::untracked_begin(carrier, what) : event::untracked_end(carrier, what));
  }
  void carries(ThreadId carrier, ThreadId thread) {
    const Hold hold(lock_);
    if (attribution_.current(carrier) != thread) counts(event::switch_identity(carrier, thread));
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
    ThreadId carrier;
    AddressRange range;
    const Inner& inner;

    void load(MemoryOrder order, LiveOrigin origin) const {
      if (counts(EventKind::atomic_load, order, origin)) inner.load(order, origin);
    }
    void store(MemoryOrder order, LiveOrigin origin) const {
      if (counts(EventKind::atomic_store, order, origin)) inner.store(order, origin);
    }
    void rmw(MemoryOrder order, LiveOrigin origin) const {
      if (counts(EventKind::atomic_rmw, order, origin)) inner.rmw(order, origin);
    }

   private:
    bool counts(EventKind kind, MemoryOrder order, LiveOrigin origin) const {
      return recording.counts(event::atomic(kind, carrier, range, order), origin);
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
  // Writes it down; whether it counts for the analysis.
  bool counts(const Event& event, LiveOrigin origin) {
    write_down(event, origin);
    return attribution_.attribute(event).has_value();
  }
  bool counts(const Event& event) {
    trace_.add(event, 0);
    return attribution_.attribute(event).has_value();
  }
  // Who says what t does. Of one that is not at work, as where somebody else ends it: itself.
  static ThreadId carrier_of(const Thread& t) {
    const ThreadState* const here = current_thread;
    return here != nullptr && here->id == t.id ? here->carrier : t.id;
  }
  // An event of somebody else, who as a carrier may carry a third.
  void say_for(ThreadId other, Event event) {
    const ThreadId carried = attribution_.current(other);
    if (carried != other) counts(event::switch_identity(other, other));
    event.thread = other;
    trace_.add(event, 0);
    if (carried != other) counts(event::switch_identity(other, carried));
  }

  Analysis inner_;
  const Origins& origins_;
  SpinLock lock_;
  std::atomic<const Thread*> performing_ = nullptr;  // who holds the lock to do that
  TraceFile trace_;
  Attribution attribution_;
  TraceNumbers<LockId> locks_;
  TraceNumbers<MessageId> messages_;
  TraceNumbers<ConditionId> conditions_;
};

}  // namespace steward
