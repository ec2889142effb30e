// Memory policies: what differs between analysing a trace and analysing the running program.
//
// A detector is a template over a policy and keeps all its state in three shapes, so that the same
// source serves offline and live:
//   its Thread objects   touched only by events of that thread (and by fork and join of it);
//   Shadow<Cell>         the history of memory, by address;
//   Table<Key, State>,   synchronization objects by id, and what there is only one of.
//   Shared<State>
// It reaches a cell or a state only inside a call that holds it, and holds them only in this order:
// shadow, then table, then shared. So a policy with locks cannot deadlock, and none needs a lock
// around a whole detector. tests/policy checks both with a policy that watches every hold.
//
// A policy is a struct with
//   Lock      lock(), unlock(); guards one shard of a shadow or a table, or a Shared
//   Counter   add(), drop() -> whether it was the last, is_one(); counts references to what
//             threads share
//   Bits      what a shadow's word and its cells are made of: see base/bits.h
//   Origin    what a detector remembers of an access, to report it later
//   kShards   how many shards a shadow or a table has
//   kOneAtATime  no two events are handled at once, so that one may look at all threads
//   kUseAfterFree  accesses to freed memory are told even if they are ordered after the free
//   kWordLocks   a shadow holds single words instead of pages: see word_shadow.h
//   self()       who the calling thread is, for pages of such a shadow that are one thread's own:
//                see claims.h. 0: it has none
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/bits.h"
#include "base/hash_map.h"
#include "base/heap.h"
#include "base/spin_lock.h"
#include "core/detect/finding.h"
#include "core/event/types.h"

namespace steward {

// For traces and tests: one event after the other, nothing to guard.
struct Sequential {
  struct Lock {
    void lock() {}
    void unlock() {}
  };
  class Counter {
   public:
    void add() { ++count_; }
    bool drop() { return --count_ == 0; }
    bool is_one() const { return count_ == 1; }

   private:
    std::uint32_t count_ = 1;
  };
  using Bits = PlainBits;
  using Origin = TraceOrigin;
  static constexpr std::size_t kShards = 1;
  static constexpr bool kOneAtATime = true;
  static constexpr bool kWordLocks = false;
  static constexpr bool kUseAfterFree = false;
  static constexpr Heap::Sharing kHeap = Heap::Sharing::one_thread;
  static constexpr std::uint32_t self() { return 0; }
};

// For programs as they run, in its simplest exact form: a spin lock a shard.
struct Locked {
  using Lock = SpinLock;
  class Counter {
   public:
    void add() { count_.fetch_add(1, std::memory_order_relaxed); }
    bool drop() { return count_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
    bool is_one() const { return count_.load(std::memory_order_acquire) == 1; }

   private:
    std::atomic<std::uint32_t> count_ = 1;
  };
  using Bits = PlainBits;
  using Origin = TraceOrigin;
  static constexpr std::size_t kShards = 64;
  static constexpr bool kOneAtATime = false;
  static constexpr bool kWordLocks = false;
  static constexpr bool kUseAfterFree = false;
  static constexpr Heap::Sharing kHeap = Heap::Sharing::many_threads;
  static constexpr std::uint32_t self() { return 0; }
};

// Holds a policy's lock for a scope.
template <class Lock>
class Hold {
 public:
  explicit Hold(Lock& lock) : lock_(lock) { lock_.lock(); }
  ~Hold() { lock_.unlock(); }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  [[no_unique_address]] Lock& lock_;
};

// The one `State` of a detector that all threads use, held only inside with().
template <class State, class Policy>
class Shared {
 public:
  template <class... Arguments>
  explicit Shared(Arguments&&... arguments) : state_(static_cast<Arguments&&>(arguments)...) {}

  template <class F>
  decltype(auto) with(F&& f) {
    const Hold hold(lock_);
    return f(state_);
  }

 private:
  State state_;
  [[no_unique_address]] typename Policy::Lock lock_;
};

// States by id: locks, messages, conditions. A state is made from the heap at first use.
template <class Key, class State, class Policy>
class Table {
 public:
  explicit Table(Heap& heap) : heap_(heap) {
    for (Shard*& shard : shards_) shard = heap.create<Shard>(heap);
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  ~Table() {
    for (Shard* shard : shards_) {
      shard->states.for_each([&](const Key&, State*& state) { heap_.destroy(state); });
      heap_.destroy(shard);
    }
  }

  // f(state) with the state held.
  template <class F>
  decltype(auto) with(const Key& key, F&& f) {
    Shard& shard = shard_of(key);
    const Hold hold(shard.lock);
    return f(state_of(shard, key));
  }
  // The state itself, which stays where it is until erased: for states that need no holding, such
  // as a thread's own.
  State& get(const Key& key) {
    Shard& shard = shard_of(key);
    const Hold hold(shard.lock);
    return state_of(shard, key);
  }
  bool contains(const Key& key) {
    Shard& shard = shard_of(key);
    const Hold hold(shard.lock);
    return shard.states.contains(key);
  }
  void erase(const Key& key) {
    Shard& shard = shard_of(key);
    const Hold hold(shard.lock);
    State** state = shard.states.find(key);
    if (state == nullptr) return;
    heap_.destroy(*state);
    shard.states.erase(key);
  }
  template <class F>
  void for_each(F&& f) {
    for (Shard* shard : shards_) {
      const Hold hold(shard->lock);
      shard->states.for_each([&](const Key& key, State*& state) { f(key, *state); });
    }
  }

 private:
  struct Shard {
    explicit Shard(Heap& heap) : states(heap) {}
    HashMap<Key, State*> states;
    [[no_unique_address]] typename Policy::Lock lock;
  };

  Shard& shard_of(const Key& key) {
    if constexpr (Policy::kShards == 1) return *shards_[0];
    else return *shards_[(hash_of(key) >> 32) % Policy::kShards];
  }
  State& state_of(Shard& shard, const Key& key) {
    State*& state = shard.states.find_or_insert(key, nullptr);
    if (state == nullptr) state = heap_.create<State>(heap_);
    return *state;
  }

  Heap& heap_;
  Shard* shards_[Policy::kShards];
};

}  // namespace steward
