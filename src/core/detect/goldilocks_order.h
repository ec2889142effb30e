// Precise happens-before by Goldilocksets: what HappensBefore is by vector clocks, with the same
// members. goldilocksets.h has the rules and the list; here is which token stands for what:
//   mutex: one token; rwlock: two, what an exclusive and what a shared acquire sinks (an exclusive
//   release feeds both, a shared one only the first); a token a store, carried on by its release
//   sequence; a token a release fence, which later relaxed stores pass on; a token a thread for
//   what its relaxed loads read, which its acquire fence sinks; a token a message; one each for
//   fork and join.
//
// Accesses are remembered by epoch: a slot and a segment of its. A thread's `clock` is what it has
// found out: of each slot the newest segment whose set is known to have the thread. Whoever is
// about to compare with an access beyond that asks first: find_out(). What is in the clock is in
// the list, too, or has been.
//
// Short circuits answer most questions without the list, and keep it short:
//   - what was found out stays true, and so does a no, until the thread has sunk something;
//   - who sinks a token may access what its last source was allowed to access alone: no event has
//     to be looked at for that (for locks this is the paper's "the same lock was held": §4.2);
//   - a sink of a token that holds nothing new is no event.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/packed_entry.h"
#include "core/clock/recent_ids.h"
#include "core/clock/slots.h"
#include "core/clock/stores.h"
#include "core/clock/vector_clock.h"
#include "core/detect/goldilocksets.h"
#include "core/event/types.h"
#include "core/policy/policy.h"

namespace steward {

template <class Policy>
class GoldilocksOrder {
 public:
  using Sets = Goldilocksets<Policy>;
  using Token = GoldilocksToken<Policy>;

  struct Thread {
    explicit Thread(Heap& heap) : clock(heap), asked(heap) {}

    ThreadId id;
    Slot slot;
    VectorClock clock;        // what it is known to be ordered after
    VectorClock asked;        // by slot: at which count of sinks all there was to know was known
    std::uint64_t sinks = 1;  // so far
    std::uint64_t sinks_at_source = 0;  // how many there were at its last source
    std::uint64_t last_sunk = 0;        // serial of a token
    Token at_fence;                     // of its last release fence
    Token pending;                      // what its relaxed loads read
    std::uint64_t last_pending = 0;     // serial of the token that it read last
    bool new_pending = false;           // since its last acquire fence
    Token at_end;                       // once it was joined, for others who join it too
    bool known = false;
    bool ended = false;
    bool joined = false;
    Epoch epoch;               // of accesses made now
    std::uint64_t packed = 0;  // the same as it is in entries: see packed_entry.h

    Epoch now() const { return epoch; }
  };

  GoldilocksOrder(Heap& heap, std::size_t stores_kept, GoldilocksOptions how)
      : heap_(heap),
        stores_kept_(stores_kept),
        how_(how),
        sets_(heap, how),
        slots_(heap),
        joined_(heap),
        threads_(heap),
        locks_(heap),
        messages_(heap) {}

  Thread& thread(ThreadId id) {
    Thread& t = threads_.get(id);
    if (!t.known) begin(t, id, VectorClock(heap_));
    return t;
  }
  ThreadId thread_at(Epoch epoch) {
    return slots_.with([&](const Slots& slots) { return slots.thread_at(epoch); });
  }

  // Puts into t's clock whether t comes after what happened at `epoch`: t ∈ GLS.
  void find_out(Thread& t, Epoch epoch) {
    const Slot slot = epoch.slot();
    if (t.clock.includes(epoch) || t.asked.get(slot) == t.sinks) return;
    const Time newest =
        sets_.with([&](Sets& sets) { return sets.newest_with(slot, t.slot, epoch.time()); });
    learn(t, Epoch(slot, newest));
    if (newest < epoch.time()) t.asked.set(slot, t.sinks);
  }

  void acquire(Thread& t, LockId id, LockMode mode) {
    locks_.with(id, [&](Lock& lock) { sink(t, token_for(lock, id, mode)); });
  }
  void release(Thread& t, LockId id, LockMode mode) {
    locks_.with(id, [&](Lock& lock) {
      const Token& all = token_for(lock, id, LockMode::exclusive);
      if (mode == LockMode::shared) return source(t, all);
      // The holder has seen all earlier releases, of both modes.
      source(t, all, true);
      if (lock.for_shared) source(t, lock.for_shared, true);
    });
  }

  void fork(Thread& t, ThreadId child_id) {
    Thread& child = threads_.get(child_id);
    if (!child.known) {
      find_out_about_ends(t);
      begin(child, child_id, t.clock);
    }
    const Token token = make_token({TokenKind::thread, child_id.value()}, true);
    source(t, token);
    sink(child, token);
  }
  void end(Thread& t) {
    t.ended = true;
    t.at_fence.reset();
    t.pending.reset();
  }
  void join(Thread& t, ThreadId child_id) {
    if (!threads_.contains(child_id)) return;  // it did nothing
    Thread& child = threads_.get(child_id);
    if (!child.joined) {
      child.joined = true;
      if (child.known) pass_on_end(child);
      if (const auto oldest = joined_.with([&](RecentIds& ids) { return ids.push(child_id); }))
        threads_.erase(*oldest);
    }
    if (child.at_end) sink(t, child.at_end);
  }
  // Whether t knows all that `other` had done when it last passed on something.
  bool knows(Thread& t, const Thread& other) {
    const Epoch before(other.slot, other.epoch.time() - 1);
    find_out(t, before);
    return t.clock.includes(before);
  }

  void send(Thread& t, MessageId id) {
    messages_.with(id, [&](Message& message) { source(t, token_for(message, id)); });
  }
  // The same, and what others have sent to it is no part of it any more: with a token of its own.
  void send_anew(Thread& t, MessageId id) {
    messages_.with(id, [&](Message& message) {
      message.token.reset();
      source(t, token_for(message, id));
    });
  }
  void receive(Thread& t, MessageId id) {
    messages_.with(id, [&](Message& message) { sink(t, token_for(message, id)); });
  }
  // Orders t after all that anybody has done so far. And, where threads run at the same time, after
  // what they do until their next source.
  void receive_all(Thread& t) {
    const auto admit = [&](Epoch last) {
      if (last.never() || last.slot() == t.slot) return;
      sets_.with([&](Sets& sets) { sets.admit(t.slot, last); });
      learn(t, last);
    };
    threads_.for_each([&](const ThreadId&, Thread& other) {
      if (!other.known || other.joined) return;
      Epoch epoch;
      __atomic_load(&other.epoch, &epoch, __ATOMIC_RELAXED);  // it may be growing
      admit(epoch);
    });
    for (const Epoch end : ends()) admit(end);
    ++t.sinks;
  }

  void forget(LockId id) { locks_.erase(id); }
  void forget(MessageId id) { messages_.erase(id); }

  void fence(Thread& t, MemoryOrder order) {
    if (acquires(order) && t.new_pending) {
      t.new_pending = false;
      sink(t, t.pending);
    }
    if (releases(order)) t.at_fence = store_content(t, order, TokenKind::fence);
  }

  // The two halves of an atomic operation: see HappensBefore.
  void read_store(Thread& t, MemoryOrder order, const Token& content) {
    if (!content) return;
    if (acquires(order)) return sink(t, content);
    if (content.serial() == t.last_pending || is_known(t, content)) return;
    t.last_pending = content.serial();
    if (!t.pending) {
      t.pending = make_token({TokenKind::fence, t.id.value()}, false);
      t.pending.passed_on(Epoch(), false);
    }
    t.new_pending = true;
    relay(content, t.pending);
  }
  // What a store of this order passes on. Several bytes of one store share it: call once.
  Token store_content(Thread& t, MemoryOrder order, TokenKind kind = TokenKind::store) {
    if (!releases(order)) return t.at_fence;
    Token token = make_token({kind, t.id.value()}, true);
    source(t, token);
    return token;
  }
  // A read-modify-write continues the release sequence that it read from; often the thread knows
  // what that passes on, and has just passed it on itself.
  void write_store(Thread& t, Stores<Token>& stores, const Token& content,
                   bool continues_sequence) {
    const Token old = continues_sequence ? stores.newest() : Token();
    stores.push(merge(t, old, content), stores_kept_);
  }

  // Those that have begun and that nobody has joined.
  Vector<Thread*> unjoined_threads() {
    Vector<Thread*> unjoined(heap_);
    threads_.for_each([&](const ThreadId&, Thread& t) {
      if (t.known && !t.joined) unjoined.push_back(&t);
    });
    return unjoined;
  }
  template <class F>
  decltype(auto) with_sets(F&& f) {
    return sets_.with(f);
  }

 private:
  struct Lock {
    explicit Lock(Heap&) {}
    Token for_exclusive;
    Token for_shared;
  };
  struct Message {
    explicit Message(Heap&) {}
    Token token;
  };

  void begin(Thread& t, ThreadId id, const VectorClock& inherited) {
    const Epoch first = slots_.with([&](Slots& slots) { return slots.take(id, inherited); });
    sets_.with([&](Sets& sets) { sets.begin(id, first); });
    t.id = id;
    t.slot = first.slot();
    t.known = true;
    begin_segment(t, first);
  }
  static void begin_segment(Thread& t, Epoch epoch) {
    t.epoch = epoch;
    t.packed = packed::bits_of(epoch);
    t.clock.set(epoch.slot(), epoch.time());
  }
  static void learn(Thread& t, Epoch epoch) {
    if (!t.clock.includes(epoch)) t.clock.set(epoch.slot(), epoch.time());
  }
  Vector<Epoch> ends() {
    Vector<Epoch> all(heap_);
    slots_.with(
        [&](const Slots& slots) { slots.for_each_end([&](Epoch end) { all.push_back(end); }); });
    return all;
  }
  // A slot may be used again by whom is ordered after its last end.
  void find_out_about_ends(Thread& t) {
    for (const Epoch end : ends()) find_out(t, end);
  }
  void pass_on_end(Thread& child) {
    end(child);
    const Epoch last = child.now();
    child.at_end = make_token({TokenKind::thread, child.id.value()}, true);
    source(child, child.at_end);
    slots_.with([&](Slots& slots) { slots.give_back(last); });
  }

  Token make_token(TokenName name, bool final) {
    return sets_.with([&](Sets& sets) { return sets.make_token(name, final); });
  }
  const Token& token_for(Lock& lock, LockId id, LockMode mode) {
    if (!lock.for_exclusive) lock.for_exclusive = make_token({TokenKind::lock, id.value()}, false);
    if (mode == LockMode::exclusive) return lock.for_exclusive;
    if (!lock.for_shared) {
      // Until now all releases were exclusive and fed both.
      lock.for_shared = make_token({TokenKind::lock_shared, id.value()}, false);
      lock.for_shared.passed_on(Epoch(), false);
      relay(lock.for_exclusive, lock.for_shared);
    }
    return lock.for_shared;
  }
  const Token& token_for(Message& message, MessageId id) {
    if (!message.token) message.token = make_token({TokenKind::message, id.value()}, false);
    return message.token;
  }

  // Whether t may access all that the token gives access to.
  bool is_known(const Thread& t, const Token& token) const {
    return how_.short_circuits && ((token.is_whole() && t.clock.includes(token.last())) ||
                                   (token.is_final() && token.serial() == t.last_sunk));
  }
  // `all`: t has sunk what others have passed on by it.
  void source(Thread& t, Token token, bool all = false) {
    sets_.with([&](Sets& sets) { sets.source(t.slot, token); });
    token.passed_on(t.epoch, all || (token.is_whole() && t.clock.includes(token.last())));
    t.sinks_at_source = t.sinks;
    begin_segment(t, Epoch(t.slot, t.epoch.time() + 1));
  }
  void sink(Thread& t, const Token& token) {
    if (is_known(t, token)) return;
    sets_.with([&](Sets& sets) { sets.sink(t.slot, token); });
    ++t.sinks;
    t.last_sunk = token.serial();
    if (how_.short_circuits) learn(t, token.last());
  }
  void relay(const Token& from, const Token& to) {
    sets_.with([&](Sets& sets) { sets.relay(from, to); });
  }
  Token merge(Thread& t, const Token& old, const Token& content) {
    if (!old || (content && !releases_less(t, old, content))) return content;
    if (!content) return old;
    Token both = make_token({TokenKind::store, t.id.value()}, true);
    both.passed_on(content.last(), false);
    relay(old, both);
    relay(content, both);
    return both;
  }
  // Whether `content`, which t passes on, may lack something of `old`.
  bool releases_less(const Thread& t, const Token& old, const Token& content) const {
    const bool is_own = content.last() == Epoch(t.slot, t.epoch.time() - 1);
    // What a fence has passed on is not what the thread has come to know since then.
    return !is_own || t.sinks_at_source != t.sinks || !is_known(t, old);
  }

  Heap& heap_;
  const std::size_t stores_kept_;
  const GoldilocksOptions how_;
  Shared<Sets, Policy> sets_;
  Shared<Slots, Policy> slots_;
  Shared<RecentIds, Policy> joined_;
  Table<ThreadId, Thread, Policy> threads_;
  Table<LockId, Lock, Policy> locks_;
  Table<MessageId, Message, Policy> messages_;
};

}  // namespace steward
