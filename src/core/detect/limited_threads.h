// Threads as predicting detectors see them, `hybrid` and `simple`: the locks they hold, and limited
// happens-before among them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/bit_set.h"
#include "base/heap.h"
#include "base/spin_lock.h"
#include "base/vector.h"
#include "core/clock/limited_order.h"
#include "core/clock/stores.h"
#include "core/detect/selection.h"
#include "core/detect/simple_state.h"
#include "core/event/types.h"
#include "core/lockset/lockset.h"
#include "core/lockset/moments.h"
#include "core/lockset/recent_steps.h"
#include "core/policy/policy.h"
#include "core/policy/shadow_for.h"

namespace steward {

template <class Policy>
class LimitedThreads {
 public:
  using Order = LimitedOrder<Policy>;
  using Origin = typename Policy::Origin;
  using StoreList = Stores<typename Order::Clock>;

  struct Thread {
    explicit Thread(Heap&) {}
    ThreadId id;
    typename Order::Thread* order = nullptr;
    const Lockset* locks = nullptr;  // only the thread itself changes it: see set_locks()
    RecentSteps steps;
    std::uint64_t moment = 0;  // these locks, and its time
    Moments moments;
    // For words that keep little: where its time began, and what a moment comes to there.
    std::uint64_t begun = 0;
    simple_state::Now now;
    static constexpr std::size_t kKnownMoments = 16;
    simple_state::Now known_moments[kKnownMoments];
  };

  LimitedThreads(Heap& heap, LimitedOrderOptions options)
      : heap_(heap),
        order_(heap, options),
        locksets_(heap),
        stored_(heap),
        threads_(heap),
        few_gone_(options.gone_locks) {}

  Thread& thread(ThreadId id) {
    Thread& t = threads_.get(id);
    if (t.order == nullptr) {
      t.id = id;
      t.order = &order_.thread(id);
      t.begun = simple_state::owner_bits(t.order->now());
      set_locks(t, locksets_.with([](Locksets& sets) { return sets.empty(); }));
    }
    return t;
  }

  // Channels: what an earlier phase found, and what a later one needs to know.
  void mark_channel(LockId lock) { order_.mark_channel(lock); }
  template <class F>
  void for_each_channel(F&& f) {
    order_.for_each_channel(f);
  }
  // The most locks that a thread held at once so far.
  std::size_t most_locks_held() {
    return locksets_.with([](const Locksets& sets) { return sets.largest(); });
  }

  void acquire(Thread& t, LockId lock, LockMode mode) {
    order_.acquire(*t.order, lock);
    set_locks(t, t.steps.with(t.locks, lock, mode, forgotten(), [&] {
      return locksets_.with([&](Locksets& sets) { return sets.with(t.locks, lock, mode); });
    }));
  }
  void release(Thread& t, LockId lock, LockMode mode) {
    set_locks(t, t.steps.without(t.locks, lock, forgotten(), [&] {
      return locksets_.with([&](Locksets& sets) { return sets.without(t.locks, lock); });
    }));
    order_.release(*t.order, lock, mode);
    note_moment(t);
  }
  void fence(Thread&, MemoryOrder) {}
  void fork(Thread& t, ThreadId child) {
    order_.fork(*t.order, child);
    note_moment(t);
  }
  void end(Thread& t) { order_.end(*t.order); }
  void join(Thread& t, ThreadId child) {
    order_.join(*t.order, child);
    threads_.erase(child);
  }
  void wait(Thread& t, ConditionId condition, LockId lock) {
    order_.wait(*t.order, condition, lock);
  }
  void signal(Thread& t, ConditionId condition) {
    order_.signal(*t.order, condition);
    note_moment(t);
  }
  void wake(Thread& t, ConditionId condition) { order_.wake(*t.order, condition); }
  void send(Thread& t, MessageId message) {
    order_.send(*t.order, message);
    note_moment(t);
  }
  void send_anew(Thread& t, MessageId message) {
    order_.send_anew(*t.order, message);
    note_moment(t);
  }
  void receive(Thread& t, MessageId message) { order_.receive(*t.order, message); }
  void receive_all(Thread& t) { order_.receive_all(*t.order); }
  Vector<Thread*> unjoined_threads() {
    Vector<Thread*> found(heap_);
    threads_.for_each([&](const ThreadId&, Thread& t) {
      if (t.order != nullptr && !t.order->joined) found.push_back(&t);
    });
    return found;
  }
  static bool has_ended(const Thread& t) { return t.order->ended; }
  // Whether t knows all that `other` had done when it last sent.
  static bool knows(const Thread& t, const Thread& other) {
    return Order::knows(*t.order, *other.order);
  }

  // The object with this number is gone; one that comes later may have the number, too.
  void forget(MessageId message) { order_.forget(message); }
  void forget(ConditionId condition) { order_.forget(condition); }

 protected:
  // The same for a lock. Once in a while what memory remembers of locks that are gone is tidied up:
  // drop(gone) is to forget these, by the numbers of their labels, in all cells, and says how many
  // words have a history.
  template <class Drop>
  void forget_lock(LockId lock, Drop&& drop) {
    order_.forget(lock);
    const std::size_t gone = locksets_.with([&](Locksets& sets) {
      sets.forget(lock);
      return sets.gone();
    });
    // After that: who knows of it does not know the number any more.
    forgotten_.fetch_add(1, std::memory_order_release);
    if (gone < enough_gone_.load(std::memory_order_relaxed)) return;
    if (!tidying_.try_lock()) return;
    tidy_up(drop);
    tidying_.unlock();
  }

  // The parts of an atomic operation, over the cells that are held: receives, runs check(kind,
  // origin), sends. `Cell` has a member `stores`, null until there is one.
  template <class Cell, class View, class Check>
  struct Operation {
    LimitedThreads& threads;
    Thread& t;
    const View& view;
    const AddressRange range;
    Check check;

    void load(MemoryOrder order, Origin origin, std::size_t store_age = 0) const {
      read_store(order, store_age);
      check(AccessKind::atomic_read, origin);
    }
    void store(MemoryOrder order, Origin origin) const {
      check(AccessKind::atomic_write, origin);
      write_store(order, false);
    }
    void rmw(MemoryOrder order, Origin origin) const {
      read_store(order, 0);
      check(AccessKind::atomic_write, origin);
      write_store(order, true);
    }

   private:
    void read_store(MemoryOrder order, std::size_t age) const {
      view.update([&](Cell& cell, ByteSet) {
        if (cell.stores != nullptr)
          threads.order_.read_store(*t.order, order,
                                    age == 0 ? cell.stores->newest() : cell.stores->at(age));
      });
    }
    void write_store(MemoryOrder order, bool continues_sequence) const {
      Order& limited = threads.order_;
      if (!limited.atomics_are_messages()) return;
      threads.stored_.add(range);
      threads.any_atomic_store_.store(true, std::memory_order_relaxed);
      const auto content = limited.store_content(*t.order, order);
      threads.note_moment(t);
      view.update([&](Cell& cell, ByteSet) {
        if (cell.stores == nullptr)
          cell.stores = threads.heap_.template create<StoreList>(threads.heap_);
        limited.write_store(*t.order, *cell.stores, content, continues_sequence);
      });
    }
  };
  // t.now is the moment from here on.
  [[gnu::noinline]] void look_at_moment(Thread& t) {
    simple_state::Now& known = t.known_moments[t.moment % Thread::kKnownMoments];
    if (known.moment != t.moment) {
      known = {t.moment, t.begun == 0 ? 0 : simple_state::owner_bits(t.order->now())};
      locksets_.with([&](Locksets& sets) {
        for (const bool writes : {false, true}) {
          const LocksetId held = sets.intersection(t.locks, t.locks, writes)->id();
          (writes ? known.locks_of_write : known.locks_of_read) = simple_state::bits_of(held);
          if (!simple_state::has_bits(held)) known.owner = 0;
        }
      });
    }
    t.now = known;
  }
  template <class Cell, class View, class Check>
  Operation<Cell, View, Check> operation(Thread& t, const View& view, AddressRange range,
                                         Check check) {
    return {*this, t, view, range, check};
  }
  // Most plain writes need not look for stores to forget.
  [[gnu::always_inline]] bool may_have_stores(AddressRange range) const {
    return any_atomic_store_.load(std::memory_order_relaxed) && !stored_.misses(range);
  }
  static void copy_stores(const StoreList* from, StoreList*& to, Heap& heap) {
    if (from == nullptr) return;
    to = heap.create<StoreList>(heap);
    from->copy_to(*to);
  }
  // Keeps those that loads may still synchronize with: without them, what comes after such a load
  // would seem unordered. Whether there are any.
  static bool forget_useless_stores(StoreList*& stores, Heap& heap) {
    if (stores != nullptr && stores->pass_nothing_on()) forget_stores(stores, heap);
    return stores != nullptr;
  }
  static void forget_stores(StoreList*& stores, Heap& heap) {
    if (stores != nullptr) heap.destroy(stores);
    stores = nullptr;
  }

  Heap& heap_;
  Order order_;
  Shared<Locksets, Policy> locksets_;

 private:
  // With more memory to look through it pays to wait for more locks that are gone: what is
  // remembered of them takes no more than what is remembered of that memory.
  static constexpr std::size_t kWordsPerGone = 8;

  template <class Drop>
  void tidy_up(Drop& drop) {
    const Vector<std::uint32_t> gone =
        locksets_.with([](Locksets& sets) { return sets.take_gone(); });
    BitSet unheld(heap_);
    for (const std::uint32_t number : gone) unheld.insert(number);
    // Some programs destroy locks that are held. Nobody who does not hold one now ever will.
    threads_.for_each([&](const ThreadId&, Thread& t) {
      const Lockset* const locks = __atomic_load_n(&t.locks, __ATOMIC_RELAXED);
      if (locks == nullptr) return;
      for (const LockLabel& label : locks->labels()) unheld.erase(label.lock());
    });
    const std::size_t words = drop(unheld);
    // Before anything is freed: who remembers it must not take what comes in its place for it.
    forgotten_.fetch_add(1, std::memory_order_release);
    const std::size_t kept = locksets_.with([&](Locksets& sets) {
      for (const std::uint32_t number : gone)
        if (!unheld.contains(number)) sets.keep(number);
      sets.reuse(unheld);
      return sets.gone();
    });
    enough_gone_.store(kept + std::max(few_gone_, words / kWordsPerGone),
                       std::memory_order_relaxed);
  }

  // Where atomic stores have been.
  std::conditional_t<Policy::kOneAtATime, Selection, LiveSelection> stored_;
  Table<ThreadId, Thread, Policy> threads_;
  // Others may look at any time.
  void set_locks(Thread& t, const Lockset* locks) {
    __atomic_store_n(&t.locks, locks, __ATOMIC_RELAXED);
    note_moment(t);
  }
  // To be called when its locks have changed, or its time may have grown.
  void note_moment(Thread& t) {
    t.moment = t.moments.at(t.locks, t.order->now().time(), forgotten(), moment_numbers_);
  }
  std::uint64_t forgotten() const { return forgotten_.load(std::memory_order_acquire); }

  MomentNumbers moment_numbers_;
  std::atomic<bool> any_atomic_store_ = false;
  std::atomic<std::uint64_t> forgotten_ = 0;  // how many locks, and how often sets of them
  const std::size_t few_gone_;
  std::atomic<std::size_t> enough_gone_ = few_gone_;
  SpinLock tidying_;
};

}  // namespace steward
