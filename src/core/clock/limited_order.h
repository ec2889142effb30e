// Limited happens-before, for prediction: only what truly orders threads, whatever the schedule.
// Program order; fork and join; send and receive; signal and wake, to all threads then waiting; the
// release and acquire of channel locks (those used with a wait); and, unless switched off, release
// stores and the acquire loads that read them. Other locks order nothing: in another schedule they
// would be taken in another order.
//
// What rests on signals and atomics alone is the weakest of it: a flag may be set for another
// reason, a wait be over before its signal. So that a prediction can say what it left out because
// of them, threads can also keep a firm clock, of all other edges.
//
// A thread's time grows at each send and nowhere else. Both redundancy rules of hybrid detection
// are right because of the first and pay because of the second.
#pragma once

#include <cstddef>
#include <utility>

#include "base/heap.h"
#include "core/clock/passed_clock.h"
#include "core/clock/recent_ids.h"
#include "core/clock/shared_clock.h"
#include "core/clock/slots.h"
#include "core/clock/stores.h"
#include "core/clock/vector_clock.h"
#include "core/event/types.h"
#include "core/policy/policy.h"

namespace steward {

struct LimitedOrderOptions {
  bool atomics_are_messages = true;
  std::size_t max_store_age = 0;
  // Off: nothing is ordered but by program order (for the tables' no-hb column).
  bool enabled = true;
  // Threads keep firm clocks.
  bool firm = false;
  // So many locks that are no more may take room, however little memory the program uses.
  std::size_t gone_locks = 1024;
};

template <class Policy>
class LimitedOrder {
 public:
  using Clock = SharedClock<Policy>;

  struct Thread {
    explicit Thread(Heap& heap) : clock(heap), firm(heap) {}

    ThreadId id;
    Slot slot;
    VectorClock clock;
    VectorClock firm;                         // empty if there is none to keep
    PassedClock<Policy> passed, firm_passed;  // of these
    bool known = false;
    bool ended = false;
    bool joined = false;  // kept for a while: others may join it too
    Epoch latest;         // now(), for others to look at: only the thread itself changes it

    Epoch now() const { return {slot, clock.get(slot)}; }
  };

  LimitedOrder(Heap& heap, LimitedOrderOptions options)
      : heap_(heap),
        options_(options),
        slots_(heap),
        joined_(heap),
        threads_(heap),
        locks_(heap),
        messages_(heap),
        conditions_(heap) {}

  Thread& thread(ThreadId id) {
    Thread& t = threads_.get(id);
    if (!t.known) begin(t, id);
    return t;
  }
  ThreadId thread_at(Epoch epoch) {
    return slots_.with([&](const Slots& slots) { return slots.thread_at(epoch); });
  }

  // From here on `lock` is a channel; before the first event: for the whole execution.
  void mark_channel(LockId lock) {
    locks_.with(lock, [](Lock& state) { state.channel = true; });
  }
  template <class F>
  void for_each_channel(F&& f) {
    locks_.for_each([&](LockId id, const Lock& lock) {
      if (lock.channel) f(id);
    });
  }

  void acquire(Thread& t, LockId id) {
    locks_.with(id, [&](Lock& lock) { receive_from(t, lock.sent); });
  }
  void release(Thread& t, LockId id, LockMode mode) {
    locks_.with(id, [&](Lock& lock) {
      if (!lock.channel) return;
      // What readers pass on to readers does not rest on the lock, but on the wait.
      if (mode == LockMode::exclusive) send_to(t, lock.sent);
      else send_loosely_to(t, lock.sent);
    });
  }
  void fork(Thread& t, ThreadId child_id) {
    Thread& child = threads_.get(child_id);
    learn(child, t);
    if (!child.known) begin(child, child_id);
    tick(t);
  }
  void end(Thread& t) {
    t.ended = true;
    t.passed.reset();
    t.firm_passed.reset();
  }
  void join(Thread& t, ThreadId child_id) {
    if (!threads_.contains(child_id)) return;
    Thread& child = threads_.get(child_id);
    learn(t, child);
    if (child.joined) return;
    child.joined = true;
    if (child.known) {
      end(child);
      slots_.with([&](Slots& slots) { slots.give_back(child.now()); });
    }
    if (const auto oldest = joined_.with([&](RecentIds& ids) { return ids.push(child_id); }))
      threads_.erase(*oldest);
  }

  // Whether t knows all that `other` had done when it last sent.
  static bool knows(const Thread& t, const Thread& other) {
    // Firmly, where that is kept: what follows from it is an order like that of a join.
    const VectorClock& clock = t.firm.get(t.slot) > 0 ? t.firm : t.clock;
    return clock.get(other.slot) + 1 >= other.now().time();
  }

  void wait(Thread& t, ConditionId id, LockId lock) {
    mark_channel(lock);
    conditions_.with(id, [&](Condition& condition) {
      forget_wait(condition, t.id);
      condition.waiters.emplace_back(t.id);
    });
  }
  void signal(Thread& t, ConditionId id) {
    conditions_.with(id, [&](Condition& condition) {
      const Clock sent = pass_on(t);
      for (Waiter& waiter : condition.waiters)
        waiter.signals = Clock::merge(heap_, waiter.signals, sent);
    });
  }
  void wake(Thread& t, ConditionId id) {
    conditions_.with(id, [&](Condition& condition) {
      for (const Waiter& waiter : condition.waiters)
        if (waiter.thread == t.id) receive_loosely_from(t, waiter.signals);
      forget_wait(condition, t.id);
    });
  }
  void send(Thread& t, MessageId id) {
    messages_.with(id, [&](Message& message) { send_to(t, message.sent); });
  }
  // The same, and what others have sent to it is no part of it any more.
  void send_anew(Thread& t, MessageId id) {
    messages_.with(id, [&](Message& message) {
      message.sent = {};
      send_to(t, message.sent);
    });
  }
  void receive(Thread& t, MessageId id) {
    messages_.with(id, [&](Message& message) { receive_from(t, message.sent); });
  }

  // Orders t after all that anybody has done so far. And, where threads run at the same time, after
  // what they do until they send.
  void receive_all(Thread& t) {
    t.passed.has_learnt();
    t.firm_passed.has_learnt();
    const auto learn = [&](Epoch epoch) {
      if (epoch.never()) return;
      if (!t.clock.includes(epoch)) t.clock.set(epoch.slot(), epoch.time());
      if (options_.firm && !t.firm.includes(epoch)) t.firm.set(epoch.slot(), epoch.time());
    };
    threads_.for_each([&](const ThreadId&, Thread& other) {
      Epoch epoch;
      __atomic_load(&other.latest, &epoch, __ATOMIC_RELAXED);
      learn(epoch);
    });
    slots_.with([&](const Slots& slots) { slots.for_each_end(learn); });
  }

  // The object with this number is gone; one that comes later may have the number, too.
  void forget(LockId id) { locks_.erase(id); }
  void forget(MessageId id) { messages_.erase(id); }
  void forget(ConditionId id) { conditions_.erase(id); }

  // The two halves of an atomic operation, as in HappensBefore.
  void read_store(Thread& t, MemoryOrder order, const Clock& content) {
    if (acquires(order)) receive_loosely_from(t, content);
  }
  Clock store_content(Thread& t, MemoryOrder order) {
    return options_.atomics_are_messages && releases(order) ? pass_on(t) : Clock();
  }
  void write_store(Thread& t, Stores<Clock>& stores, const Clock& content,
                   bool continues_sequence) {
    t.passed.take_back(
        stores.push(continues_sequence ? Clock::merge(heap_, stores.newest(), content) : content,
                    options_.max_store_age + 1));
  }
  bool atomics_are_messages() const { return options_.atomics_are_messages; }

  // How often something was sent: while it stays the same, so does everybody's knowledge or less.
  // Counted only where one thread is active at a time.
  std::uint64_t sends() {
    return sends_.with([](std::uint64_t& count) { return count; });
  }
  // known := what every live thread knows of every slot, firmly if it can tell. Accesses up to
  // there can race no more: later threads know what the thread that forked them knew.
  // REQUIRES: no other thread is active; all threads that nobody forks have been met.
  void known_to_all(VectorClock& known) {
    known.clear();
    if (!options_.enabled) return;
    bool first = true;
    threads_.for_each([&](ThreadId, const Thread& t) {
      if (!t.known || t.ended) return;
      // A thread knows all of itself, but an access of its own never races with it anyway.
      const VectorClock& clock = options_.firm ? t.firm : t.clock;
      if (first) known.assign(clock);
      else known.meet(clock);
      first = false;
    });
  }

 private:
  struct Sent {
    Clock clock;
    Clock firm;
  };
  struct Lock {
    explicit Lock(Heap&) {}
    Sent sent;
    bool channel = false;
  };
  struct Message {
    explicit Message(Heap&) {}
    Sent sent;
  };
  struct Waiter {
    explicit Waiter(ThreadId t) : thread(t) {}
    ThreadId thread;
    Clock signals;
  };
  struct Condition {
    explicit Condition(Heap& heap) : waiters(heap) {}
    Vector<Waiter> waiters;
  };

  static void forget_wait(Condition& condition, ThreadId thread) {
    for (std::size_t i = condition.waiters.size(); i-- > 0;)
      if (condition.waiters[i].thread == thread) condition.waiters.erase(i);
  }
  void begin(Thread& t, ThreadId id) {
    // Who knows firmly knows: a slot that may be used again by the firm clock may be by the other.
    const VectorClock& inherited = options_.firm ? t.firm : t.clock;
    const Epoch first = slots_.with([&](Slots& slots) { return slots.take(id, inherited); });
    t.id = id;
    t.slot = first.slot();
    t.known = true;
    set_time(t, first.time());
    show(t);
  }
  void set_time(Thread& t, Time time) {
    t.clock.set(t.slot, time);
    if (options_.firm) t.firm.set(t.slot, time);
  }
  static void show(Thread& t) {
    Epoch epoch = t.now();
    __atomic_store(&t.latest, &epoch, __ATOMIC_RELAXED);
  }
  void tick(Thread& t) {
    set_time(t, t.clock.get(t.slot) + 1);
    show(t);
    if constexpr (Policy::kOneAtATime) sends_.with([](std::uint64_t& count) { ++count; });
  }
  Clock pass_on(Thread& t) {
    Clock clock = t.passed.pass_on(heap_, t.clock, t.now());
    tick(t);
    return clock;
  }
  // By what counts only as a signal or an atomic: the firm clock stays as it is.
  void send_loosely_to(Thread& t, Sent& object) {
    t.passed.take_back(std::exchange(object.clock, Clock::merge(heap_, object.clock, pass_on(t))));
  }
  void send_to(Thread& t, Sent& object) {
    if (options_.firm)
      t.firm_passed.take_back(std::exchange(
          object.firm,
          Clock::merge(heap_, object.firm, t.firm_passed.pass_on(heap_, t.firm, t.now()))));
    send_loosely_to(t, object);
  }
  void receive_loosely_from(Thread& t, const Clock& sent) {
    if (options_.enabled && sent.join_into(t.clock)) t.passed.has_learnt();
  }
  void receive_from(Thread& t, const Sent& object) {
    receive_loosely_from(t, object.clock);
    if (options_.enabled && object.firm.join_into(t.firm)) t.firm_passed.has_learnt();
  }
  void learn(Thread& t, const Thread& from) {
    if (!options_.enabled) return;
    t.clock.join(from.clock);
    t.firm.join(from.firm);
    t.passed.has_learnt();
    t.firm_passed.has_learnt();
  }

  Heap& heap_;
  const LimitedOrderOptions options_;
  Shared<Slots, Policy> slots_;
  Shared<std::uint64_t, Policy> sends_{0u};
  Shared<RecentIds, Policy> joined_;
  Table<ThreadId, Thread, Policy> threads_;
  Table<LockId, Lock, Policy> locks_;
  Table<MessageId, Message, Policy> messages_;
  Table<ConditionId, Condition, Policy> conditions_;
};

}  // namespace steward
