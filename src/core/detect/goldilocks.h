// goldilocks: precise races by Goldilocksets (Elmas, Qadeer, Tasiran). An access is race-free if
// its thread is in the set of each earlier access that conflicts with it (rule 3). goldilocksets.h
// has the sets; here is which access keeps which record, and which token stands for what:
//   mutex: one token; rwlock: two, what an exclusive and what a shared acquire sinks (an exclusive
//   release feeds both, a shared one only the first); a token a store, carried on by its release
//   sequence; a token a release fence, which later relaxed stores pass on; a token a thread for
//   what its relaxed loads read, which its acquire fence sinks; a token a message; one each for
//   fork and join.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/recent_ids.h"
#include "core/clock/stores.h"
#include "core/detect/detector.h"
#include "core/detect/goldilocksets.h"
#include "core/event/types.h"
#include "core/lockset/lockset.h"
#include "core/policy/policy.h"
#include "core/policy/shadow.h"

namespace steward {

template <class Policy>
class Goldilocks {
 public:
  using Origin = typename Policy::Origin;
  using Sets = Goldilocksets<Policy>;
  using Segment = typename Sets::Segment;
  using Token = typename Sets::Token;
  using TokenKind = typename Sets::TokenKind;

  struct Thread {
    explicit Thread(Heap&) {}
    ThreadId id;
    Slot slot;
    const Lockset* locks = nullptr;
    Segment* segment = nullptr;  // of accesses made now; none until the first since its last source
    Token at_fence = 0;          // of its last release fence
    Token pending = 0;           // what its relaxed loads read
    Token last_pending = 0;  // the last token relayed there, to not repeat it in a spinning loop
    Token at_end = 0;        // once it was joined, for others who join it too
    bool known = false;
  };

  Goldilocks(Heap& heap, DetectorOptions options, GoldilocksOptions how, Report<Policy> report)
      : heap_(heap),
        options_(options),
        how_(how),
        report_(report),
        sets_(heap, how),
        locksets_(heap),
        joined_(heap),
        threads_(heap),
        locks_(heap),
        messages_(heap),
        shadow_(heap, *this) {}

  Thread& thread(ThreadId id) {
    Thread& t = threads_.get(id);
    if (!t.known) begin(t, id, sets_.with([&](Sets& sets) { return sets.add_root(id); }));
    return t;
  }

  void read(Thread& t, AddressRange range, Origin origin) {
    access(t, AccessKind::read, range, origin);
  }
  void write(Thread& t, AddressRange range, Origin origin) {
    access(t, AccessKind::write, range, origin);
  }
  void free(Thread& t, AddressRange range, Origin origin) {
    access(t, AccessKind::free, range, origin);
  }

  void atomic_load(Thread& t, AddressRange range, MemoryOrder order, std::size_t store_age,
                   Origin origin) {
    shadow_.atomically(range, [&](const auto& view) {
      view.update([&](Cell& cell, ByteSet) { read_store(t, cell, order, store_age); });
      view.update([&](Cell& cell, ByteSet bytes) {
        check(t, cell, bytes, AccessKind::atomic_read, origin);
      });
    });
  }
  void atomic_store(Thread& t, AddressRange range, MemoryOrder order, Origin origin) {
    atomic_write(t, range, order, origin, false);
  }
  void atomic_rmw(Thread& t, AddressRange range, MemoryOrder order, Origin origin) {
    atomic_write(t, range, order, origin, true);
  }
  void fence(Thread& t, MemoryOrder order) {
    if (acquires(order) && t.pending != 0)
      sets_.with([&](Sets& sets) { sets.sink(t.slot, t.pending); });
    if (!releases(order)) return;
    sets_.with([&](Sets& sets) {
      sets.drop_token(t.at_fence);
      t.at_fence = sets.make_token({TokenKind::fence, t.id.value()});
      sets.source(t.slot, t.at_fence);
    });
    end_segment(t);
  }

  void acquire(Thread& t, LockId id, LockMode mode) {
    locks_.with(id, [&](Lock& lock) {
      sets_.with([&](Sets& sets) { sets.sink(t.slot, token_for(sets, lock, id, mode)); });
    });
    t.locks = locksets_.with([&](Locksets& sets) { return sets.with(t.locks, id, mode); });
  }
  void release(Thread& t, LockId id, LockMode mode) {
    t.locks = locksets_.with([&](Locksets& sets) { return sets.without(t.locks, id); });
    locks_.with(id, [&](Lock& lock) {
      sets_.with([&](Sets& sets) {
        sets.source(t.slot, token_for(sets, lock, id, LockMode::exclusive));
        if (mode == LockMode::exclusive && lock.for_shared != 0)
          sets.source(t.slot, lock.for_shared);
      });
    });
    end_segment(t);
  }
  void fork(Thread& t, ThreadId child_id) {
    Thread& child = threads_.get(child_id);
    if (!child.known)
      begin(child, child_id,
            sets_.with([&](Sets& sets) { return sets.add_child(child_id, t.slot); }));
    end_segment(t);
  }
  void end(Thread& t) { end_segment(t); }
  void join(Thread& t, ThreadId child_id) {
    if (!threads_.contains(child_id)) return;
    Thread& child = threads_.get(child_id);
    if (!child.known) return threads_.erase(child_id);
    if (child.at_end == 0) {
      Segment* last = segment_of(child);
      sets_.with([&](Sets& sets) { sets.end_thread(child.slot, last); });
      end_segment(child);
      sets_.with([&](Sets& sets) {
        child.at_end = sets.end_token(child.id, child.slot);
        sets.drop_token(child.at_fence);
        sets.drop_token(child.pending);
        sets.drop_token(child.last_pending);
      });
      if (const auto oldest = joined_.with([&](RecentIds& ids) { return ids.push(child_id); }))
        forget(*oldest);
    }
    sets_.with([&](Sets& sets) { sets.sink(t.slot, child.at_end); });
  }
  void wait(Thread&, ConditionId, LockId) {}
  void signal(Thread&, ConditionId) {}
  void wake(Thread&, ConditionId) {}
  void send(Thread& t, MessageId id) {
    messages_.with(id, [&](Message& message) {
      sets_.with([&](Sets& sets) { sets.source(t.slot, token_for(sets, message, id)); });
    });
    end_segment(t);
  }
  void receive(Thread& t, MessageId id) {
    messages_.with(id, [&](Message& message) {
      sets_.with([&](Sets& sets) { sets.sink(t.slot, token_for(sets, message, id)); });
    });
  }

  void alloc(AddressRange range) { shadow_.clear(range); }
  void clear(AddressRange range) { shadow_.clear(range); }
  void copy(Address from, AddressRange to) { shadow_.copy(from, to); }
  [[gnu::always_inline]] void prefetch(Address address) { shadow_.prefetch(address); }

  // The Goldilockset of the last plain write of a byte, for people: nothing is called if there is
  // none.
  template <class OnThread, class OnToken>
  void show(Address byte, OnThread&& on_thread, OnToken&& on_token) {
    shadow_.visit({byte, 1}, [&](const Cell& cell, ByteSet) {
      if (cell.write.segment == nullptr) return;
      sets_.with([&](Sets& sets) { sets.show(cell.write.segment, on_thread, on_token); });
    });
  }
  template <class F>
  decltype(auto) with_sets(F&& f) {
    return sets_.with(f);
  }

 private:
  // One access: GLS = what its segment's has become.
  struct Record {
    Segment* segment = nullptr;
    ThreadId thread;
    LockLabel lock;  // one it held, if any (alock in the paper)
    bool has_lock = false;
    Origin origin;
    friend bool operator==(const Record&, const Record&) = default;
  };
  struct Rest {
    explicit Rest(Heap& heap)
        : reads(heap), atomic_writes(heap), atomic_reads(heap), stores(heap) {}
    Vector<Record> reads;  // if not empty, these are the plain reads, and `read` is none
    Vector<Record> atomic_writes;
    Vector<Record> atomic_reads;
    Stores<Token> stores;
  };
  struct Cell {
    using Owner = Goldilocks;
    Record write;
    Record read;
    Rest* rest = nullptr;

    void copy_to(Cell& empty, Goldilocks& owner) const {
      empty.write = owner.share(write);
      empty.read = owner.share(read);
      if (rest != nullptr) owner.share_rest(*rest, owner.make_rest(empty));
    }
    void clear(Goldilocks& owner) {
      owner.drop(write);
      owner.drop(read);
      owner.drop_rest(*this);
    }
    bool same_as(const Cell& other) const {
      return rest == nullptr && other.rest == nullptr && write == other.write && read == other.read;
    }
  };
  struct Lock {
    explicit Lock(Heap&) {}
    Token for_exclusive = 0;
    Token for_shared = 0;
  };
  struct Message {
    explicit Message(Heap&) {}
    Token token = 0;
  };

  // --- Threads and tokens.
  void forget(ThreadId joined) {
    const Token token = threads_.get(joined).at_end;
    sets_.with([&](Sets& sets) { sets.drop_token(token); });
    threads_.erase(joined);
  }
  void begin(Thread& t, ThreadId id, Slot slot) {
    t.id = id;
    t.slot = slot;
    t.known = true;
    t.locks = locksets_.with([](Locksets& sets) { return sets.empty(); });
  }
  Segment* segment_of(Thread& t) {
    if (t.segment == nullptr)
      t.segment = sets_.with([&](Sets& sets) { return sets.make_segment(t.slot); });
    return t.segment;
  }
  // After a source of t's: its later accesses are not passed on by it.
  void end_segment(Thread& t) {
    if (t.segment != nullptr) drop_segment(t.segment);
    t.segment = nullptr;
  }
  void drop_segment(Segment* segment) {
    sets_.with([&](Sets& sets) {
      if (Sets::drop_reference(segment)) sets.free_segment(segment);
    });
  }
  static Token token_for(Sets& sets, Lock& lock, LockId id, LockMode mode) {
    if (lock.for_exclusive == 0)
      lock.for_exclusive = sets.make_token({TokenKind::lock, id.value()});
    if (mode == LockMode::exclusive) return lock.for_exclusive;
    if (lock.for_shared == 0) {
      // Until now all releases were exclusive and fed both.
      lock.for_shared = sets.make_token({TokenKind::lock_shared, id.value()});
      sets.relay(lock.for_exclusive, lock.for_shared);
    }
    return lock.for_shared;
  }
  static Token token_for(Sets& sets, Message& message, MessageId id) {
    if (message.token == 0) message.token = sets.make_token({TokenKind::message, id.value()});
    return message.token;
  }

  // --- Records: each has a reference to its segment.
  Record record(Thread& t, Origin origin) {
    Record now;
    now.segment = Sets::add_reference(segment_of(t));
    now.thread = t.id;
    now.origin = origin;
    if (!t.locks->empty()) {
      now.lock = t.locks->labels()[0];
      now.has_lock = true;
    }
    return now;
  }
  Record share(const Record& record) {
    if (record.segment != nullptr) Sets::add_reference(record.segment);
    return record;
  }
  void drop(Record& record) {
    if (record.segment != nullptr) drop_segment(record.segment);
    record = Record();
  }
  void drop_all(Vector<Record>& records) {
    for (Record& record : records) drop(record);
    records.clear();
  }
  Rest& make_rest(Cell& cell) {
    if (cell.rest == nullptr) cell.rest = heap_.create<Rest>(heap_);
    return *cell.rest;
  }
  void share_rest(const Rest& from, Rest& to) {
    for (const Record& record : from.reads) to.reads.push_back(share(record));
    for (const Record& record : from.atomic_writes) to.atomic_writes.push_back(share(record));
    for (const Record& record : from.atomic_reads) to.atomic_reads.push_back(share(record));
    from.stores.copy_to(to.stores);
    sets_.with([&](Sets& sets) {
      for (std::size_t age = 0; age < to.stores.size(); ++age) sets.add_token(to.stores.at(age));
    });
  }
  void drop_rest(Cell& cell) {
    if (cell.rest == nullptr) return;
    drop_all(cell.rest->reads);
    drop_all(cell.rest->atomic_writes);
    drop_all(cell.rest->atomic_reads);
    forget_stores(*cell.rest);
    heap_.destroy(cell.rest);
    cell.rest = nullptr;
  }
  void forget_stores(Rest& rest) {
    sets_.with([&](Sets& sets) {
      for (std::size_t age = 0; age < rest.stores.size(); ++age)
        sets.drop_token(rest.stores.at(age));
    });
    rest.stores = Stores<Token>(heap_);
  }

  // --- Rule 3.
  bool is_ordered(const Record& earlier, Thread& t) {
    if (earlier.segment == nullptr) return true;
    if (how_.short_circuits) {
      if (earlier.thread == t.id) return true;
      if (earlier.has_lock && t.locks->protects(earlier.lock)) return true;
    }
    return sets_.with([&](Sets& sets) { return sets.contains(earlier.segment, t.slot); });
  }
  void access(Thread& t, AccessKind kind, AddressRange range, Origin origin) {
    shadow_.update(range, [&](Cell& cell, ByteSet bytes) { check(t, cell, bytes, kind, origin); });
  }
  void check(Thread& t, Cell& cell, ByteSet bytes, AccessKind kind, Origin origin) {
    bool raced = false;
    const auto check_one = [&](const Record& earlier) {
      if (is_ordered(earlier, t)) return;
      raced = true;
      bytes.for_each_run([&](AddressRange run) {
        report_({run, {earlier.thread, earlier.origin}, {t.id, origin}});
      });
    };
    const auto check_all = [&](const Vector<Record>& earlier) {
      for (const Record& one : earlier) check_one(one);
    };
    const bool writes = is_write(kind);
    const bool plain = !is_atomic(kind);
    check_one(cell.write);
    if (writes) check_one(cell.read);
    if (cell.rest != nullptr) {
      if (writes) check_all(cell.rest->reads);
      if (plain) check_all(cell.rest->atomic_writes);
      if (plain && writes) check_all(cell.rest->atomic_reads);
      // What an atomic load reads after a plain write came from no atomic store.
      if (plain && writes) forget_stores(*cell.rest);
    }
    if (!raced || options_.after_race == AfterRace::record) remember(t, cell, kind, origin);
  }
  void remember(Thread& t, Cell& cell, AccessKind kind, Origin origin) {
    switch (kind) {
      case AccessKind::write:
      case AccessKind::free:
        replace(cell.write, t, origin);
        drop(cell.read);
        drop_rest(cell);
        return;
      case AccessKind::read:
        if (cell.rest != nullptr && !cell.rest->reads.empty())
          return supersede(cell.rest->reads, t, origin);
        if (is_ordered(cell.read, t)) return replace(cell.read, t, origin);
        make_rest(cell).reads.push_back(cell.read);
        cell.read = Record();
        cell.rest->reads.push_back(record(t, origin));
        return;
      case AccessKind::atomic_read: return supersede(make_rest(cell).atomic_reads, t, origin);
      case AccessKind::atomic_write: return supersede(make_rest(cell).atomic_writes, t, origin);
    }
  }
  void replace(Record& old, Thread& t, Origin origin) {
    const Record now = record(t, origin);
    drop(old);
    old = now;
  }
  // Adds t's access, and forgets those ordered before it: what races with them races with it.
  void supersede(Vector<Record>& records, Thread& t, Origin origin) {
    std::size_t kept = 0;
    for (Record& old : records) {
      if (is_ordered(old, t)) drop(old);
      else records[kept++] = old;
    }
    while (records.size() > kept) records.pop_back();
    records.push_back(record(t, origin));
  }

  // --- Atomic operations: sink, be checked, source.
  void read_store(Thread& t, Cell& cell, MemoryOrder order, std::size_t age) {
    const Token token = cell.rest == nullptr ? 0 : cell.rest->stores.at(age);
    if (token == 0) return;
    sets_.with([&](Sets& sets) {
      if (acquires(order)) return sets.sink(t.slot, token);
      if (token == t.last_pending) return;
      if (t.pending == 0) t.pending = sets.make_token({TokenKind::fence, t.id.value()});
      sets.relay(token, t.pending);
      sets.drop_token(t.last_pending);
      sets.add_token(token);
      t.last_pending = token;
    });
  }
  void atomic_write(Thread& t, AddressRange range, MemoryOrder order, Origin origin,
                    bool reads_too) {
    shadow_.atomically(range, [&](const auto& view) {
      if (reads_too) view.update([&](Cell& cell, ByteSet) { read_store(t, cell, order, 0); });
      view.update([&](Cell& cell, ByteSet bytes) {
        check(t, cell, bytes, AccessKind::atomic_write, origin);
      });
      const Token content = store_content(t, order, range);
      view.update(
          [&](Cell& cell, ByteSet) { write_store(make_rest(cell), content, range, reads_too); });
      sets_.with([&](Sets& sets) { sets.drop_token(content); });
    });
    if (releases(order)) end_segment(t);
  }
  // The token of what this store passes on by itself, with a reference for the caller.
  Token store_content(Thread& t, MemoryOrder order, AddressRange range) {
    return sets_.with([&](Sets& sets) {
      if (!releases(order)) {
        sets.add_token(t.at_fence);
        return t.at_fence;
      }
      const Token token = sets.make_token({TokenKind::store, range.begin.value()});
      sets.source(t.slot, token);
      return token;
    });
  }
  void write_store(Rest& rest, Token content, AddressRange range, bool continues_sequence) {
    sets_.with([&](Sets& sets) {
      const Token old = rest.stores.at(0);
      Token token = content;
      if (continues_sequence && old != 0) {
        token = sets.make_token({TokenKind::store, range.begin.value()});
        sets.relay(old, token);
        if (content != 0) sets.relay(content, token);
      } else {
        sets.add_token(token);
      }
      if (rest.stores.size() == options_.max_store_age + 1)
        sets.drop_token(rest.stores.at(options_.max_store_age));
      rest.stores.push(token, options_.max_store_age + 1);
    });
  }

  Heap& heap_;
  const DetectorOptions options_;
  const GoldilocksOptions how_;
  const Report<Policy> report_;
  Shared<Sets, Policy> sets_;
  Shared<Locksets, Policy> locksets_;
  Shared<RecentIds, Policy> joined_;
  Table<ThreadId, Thread, Policy> threads_;
  Table<LockId, Lock, Policy> locks_;
  Table<MessageId, Message, Policy> messages_;
  Shadow<Cell, Policy> shadow_;
};

}  // namespace steward
