// Precise happens-before by vector clocks, as C++20 defines it: program order, locks, fork and
// join, messages, release stores with their release sequences, and fences. Conditions give no edge:
// the mutex inside a wait gives what there is.
//
// A thread's time grows after each operation that passes its clock on, and nowhere else; so an
// epoch names all accesses between two such operations, and whoever knows the epoch knows them all.
#pragma once

#include <cstdint>
#include <utility>

#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/packed_entry.h"
#include "core/clock/passed_clock.h"
#include "core/clock/recent_ids.h"
#include "core/clock/shared_clock.h"
#include "core/clock/slots.h"
#include "core/clock/stores.h"
#include "core/clock/vector_clock.h"
#include "core/event/types.h"
#include "core/policy/policy.h"

namespace steward {

template <class Policy>
class HappensBefore {
 public:
  using Clock = SharedClock<Policy>;

  struct Thread {
    explicit Thread(Heap& heap) : clock(heap), pending(heap) {}

    ThreadId id;
    Slot slot;
    VectorClock clock;           // what this thread knows; its own entry is its time
    PassedClock<Policy> passed;  // of that
    Clock at_fence;       // what it knew at its last release fence: relaxed stores pass this on
    VectorClock pending;  // what its relaxed loads read: the next acquire fence makes it known
    bool known = false;   // has a slot
    bool ended = false;
    bool joined = false;       // kept for a while: others may join it too
    Epoch epoch;               // its slot and its time: asked for with every access
    std::uint64_t packed = 0;  // the same as it is in entries: see packed_entry.h

    Epoch now() const { return epoch; }
  };

  // `stores_kept`: how many stores of an atomic location a load can read, the newest included.
  HappensBefore(Heap& heap, std::size_t stores_kept)
      : heap_(heap),
        stores_kept_(stores_kept),
        slots_(heap),
        joined_(heap),
        threads_(heap),
        locks_(heap),
        messages_(heap) {}

  // The state of a thread; one that nobody forked begins here, ordered after nothing.
  Thread& thread(ThreadId id) {
    Thread& t = threads_.get(id);
    if (!t.known) begin(t, id);
    return t;
  }
  ThreadId thread_at(Epoch epoch) {
    return slots_.with([&](const Slots& slots) { return slots.thread_at(epoch); });
  }

  void acquire(Thread& t, LockId id, LockMode mode) {
    locks_.with(id, [&](Lock& lock) {
      learn(t, lock.exclusive);
      if (mode == LockMode::exclusive) learn(t, lock.shared);
    });
  }
  void release(Thread& t, LockId id, LockMode mode) {
    locks_.with(id, [&](Lock& lock) {
      if (mode == LockMode::shared) {
        lock.shared = Clock::merge(heap_, lock.shared, pass_on(t));
        return;
      }
      // The holder has seen all earlier releases, of both modes.
      t.passed.take_back(lock.exclusive.replace_by(pass_on(t)));
      lock.shared.reset();
    });
  }

  void fork(Thread& t, ThreadId child_id) {
    Thread& child = threads_.get(child_id);
    learn(child, t.clock);
    if (!child.known) begin(child, child_id);
    tick(t);
  }
  // What it knows is kept for who joins it.
  void end(Thread& t) {
    t.ended = true;
    t.at_fence.reset();
    t.passed.reset();
    t.pending = VectorClock(heap_);
  }
  void join(Thread& t, ThreadId child_id) {
    if (!threads_.contains(child_id)) return;  // it did nothing
    Thread& child = threads_.get(child_id);
    learn(t, child.clock);
    if (child.joined) return;
    child.joined = true;
    if (child.known) {
      end(child);
      slots_.with([&](Slots& slots) { slots.give_back(child.now()); });
    }
    if (const auto oldest = joined_.with([&](RecentIds& ids) { return ids.push(child_id); }))
      threads_.erase(*oldest);
  }

  // Whether t knows all that `other` had done when it last passed its clock on.
  static bool knows(const Thread& t, const Thread& other) {
    return t.clock.get(other.slot) + 1 >= other.now().time();
  }

  void send(Thread& t, MessageId id) {
    messages_.with(id, [&](Message& message) {
      message.clock = Clock::merge(heap_, message.clock, pass_on(t));
    });
  }
  // The same, and what others have sent to it is no part of it any more.
  void send_anew(Thread& t, MessageId id) {
    messages_.with(id, [&](Message& message) {
      t.passed.take_back(std::exchange(message.clock, pass_on(t)));
    });
  }
  void receive(Thread& t, MessageId id) {
    messages_.with(id, [&](Message& message) { learn(t, message.clock); });
  }

  // Orders t after all that anybody has done so far. And, where threads run at the same time, after
  // what they do until their time grows: only they themselves can make it grow.
  void receive_all(Thread& t) {
    t.passed.has_learnt();
    const auto learn = [&](Epoch epoch) {
      if (!epoch.never() && !t.clock.includes(epoch)) t.clock.set(epoch.slot(), epoch.time());
    };
    threads_.for_each([&](const ThreadId&, Thread& other) {
      Epoch epoch;
      __atomic_load(&other.epoch, &epoch, __ATOMIC_RELAXED);  // it may be growing
      learn(epoch);
    });
    slots_.with([&](const Slots& slots) { slots.for_each_end(learn); });
  }

  // The object is gone: what was passed on by it is known to nobody who comes to its number later.
  void forget(LockId id) { locks_.erase(id); }
  void forget(MessageId id) { messages_.erase(id); }

  void fence(Thread& t, MemoryOrder order) {
    if (acquires(order)) learn(t, t.pending);
    if (releases(order)) t.at_fence = pass_on(t);
  }

  // The two halves of an atomic operation, for the caller that holds the location's stores: the
  // reading half comes before the access is checked, the writing half after it.
  void read_store(Thread& t, MemoryOrder order, const Clock& content) {
    if (acquires(order)) learn(t, content);
    else content.join_into(t.pending);
  }
  // What a store of this order passes on. Several bytes of one store share it: call once. Good
  // until the thread passes on anything else.
  const Clock& store_content(Thread& t, MemoryOrder order) {
    return releases(order) ? pass_on(t) : t.at_fence;
  }
  // A read-modify-write continues the release sequence that it read from. Whether who reads it gets
  // anything else than from the one before.
  bool write_store(Thread& t, Stores<Clock>& stores, const Clock& content,
                   bool continues_sequence) {
    if (stores_kept_ == 1) return write_only_store(t, stores.only(), content, continues_sequence);
    t.passed.take_back(
        stores.push(continues_sequence ? Clock::merge(heap_, stores.newest(), content) : content,
                    stores_kept_));
    return true;
  }

  // Those that have begun and that nobody has joined.
  Vector<Thread*> unjoined_threads() {
    Vector<Thread*> unjoined(heap_);
    threads_.for_each([&](const ThreadId&, Thread& t) {
      if (t.known && !t.joined) unjoined.push_back(&t);
    });
    return unjoined;
  }

  // How many columns the clocks have: for tests of slot reuse.
  std::size_t slot_count() {
    return slots_.with([](const Slots& slots) { return slots.count(); });
  }

 private:
  struct Lock {
    explicit Lock(Heap&) {}
    Clock exclusive;  // of the last exclusive release
    Clock shared;     // of the shared releases since then
  };
  struct Message {
    explicit Message(Heap&) {}
    Clock clock;
  };

  void begin(Thread& t, ThreadId id) {
    const Epoch first = slots_.with([&](Slots& slots) { return slots.take(id, t.clock); });
    t.id = id;
    t.slot = first.slot();
    t.known = true;
    set_time(t, first.time());
  }
  // The same, where loads read no other: in programs as they run.
  bool write_only_store(Thread& t, Clock& only, const Clock& content, bool continues_sequence) {
    if (only == content) return false;
    if (continues_sequence) {
      if (content.is_bottom() || only.includes_all_of(content)) return false;
      if (!only.is_bottom() && !content.includes_all_of(only)) return merge_into(t, only, content);
    }
    t.passed.take_back(only.replace_by(content));
    return true;
  }
  [[gnu::noinline]] bool merge_into(Thread& t, Clock& only, const Clock& content) {
    t.passed.take_back(std::exchange(only, Clock::merge(heap_, only, content)));
    return true;
  }
  void tick(Thread& t) { set_time(t, t.epoch.time() + 1); }
  static void set_time(Thread& t, Time time) {
    t.epoch = Epoch(t.slot, time);
    t.packed = packed::bits_of(t.epoch);
    t.clock.set(t.slot, time);
  }
  const Clock& pass_on(Thread& t) {
    const Clock& clock = t.passed.pass_on(heap_, t.clock, t.now());
    tick(t);
    return clock;
  }
  static void learn(Thread& t, const Clock& clock) {
    if (clock.join_into(t.clock)) t.passed.has_learnt();
  }
  static void learn(Thread& t, const VectorClock& clock) {
    t.clock.join(clock);
    t.passed.has_learnt();
  }

  Heap& heap_;
  const std::size_t stores_kept_;
  Shared<Slots, Policy> slots_;
  Shared<RecentIds, Policy> joined_;
  Table<ThreadId, Thread, Policy> threads_;
  Table<LockId, Lock, Policy> locks_;
  Table<MessageId, Message, Policy> messages_;
};

}  // namespace steward
