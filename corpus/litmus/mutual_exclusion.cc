// expect: race peterson_with_relaxed
// expect: race read_beside_a_lock
// Locks made of loads and stores, and of read-modify-writes: whoever is inside has read what the
// one before has stored on leaving, so accesses inside are ordered if those two are release and
// acquire.
#include "litmus.h"

constexpr int kRounds = 200;

// Peterson's and Dekker's algorithms need sequential consistency to keep two threads apart; the
// order of what happens inside comes from the loads that end the wait.
int peterson, dekker, peterson_with_relaxed, read_beside_a_lock;

template <int& counter, std::memory_order order>
struct Peterson {
  static inline std::atomic<int> wants[2], last;
  template <int me>
  static void work() {
    for (int i = 0; i < kRounds; ++i) {
      wants[me].store(1, order);
      last.store(me, order);
      while (wants[1 - me].load(order) && last.load(order) == me) sched_yield();
      ++counter;
      wants[me].store(0, order);
    }
  }
};

struct Dekker {
  static inline std::atomic<int> wants[2], turn;
  template <int me>
  static void work() {
    for (int i = 0; i < kRounds; ++i) {
      wants[me] = 1;
      while (wants[1 - me]) {
        if (turn == me) continue;
        wants[me] = 0;
        while (turn != me) sched_yield();
        wants[me] = 1;
      }
      ++dekker;
      turn = 1 - me;
      wants[me] = 0;
    }
  }
};

#define LOCK(name, WORD, TAKE, GIVE)      \
  int in_##name;                          \
  struct name {                           \
    static inline WORD word;              \
    static void work() {                  \
      for (int i = 0; i < kRounds; ++i) { \
        while (!(TAKE)) sched_yield();    \
        ++in_##name;                      \
        GIVE;                             \
      }                                   \
    }                                     \
  };

inline bool becomes_one(std::atomic<int>& word) {
  int free = 0;
  return word.compare_exchange_weak(free, 1, memory_order_acquire, memory_order_relaxed);
}
LOCK(TestAndSet, std::atomic_flag, !word.test_and_set(memory_order_acquire),
     word.clear(memory_order_release))
LOCK(Exchange, std::atomic<char>, word.exchange(1, memory_order_acquire) == 0,
     word.store(0, memory_order_release))
LOCK(CompareExchange, std::atomic<int>, becomes_one(word), word.store(0, memory_order_release))
LOCK(LookFirst, std::atomic<int>, word.load(memory_order_relaxed) == 0 && becomes_one(word),
     word.store(0, memory_order_release))
LOCK(FenceInside, std::atomic<long>,
     word.exchange(1, memory_order_relaxed) == 0 &&
         (std::atomic_thread_fence(memory_order_acquire), true),
     std::atomic_thread_fence(memory_order_release);
     word.store(0, memory_order_relaxed))
LOCK(SyncBuiltins, int, __sync_lock_test_and_set(&word, 1) == 0, __sync_lock_release(&word))

struct Tickets {
  static inline std::atomic<unsigned> next, serving;
  static inline int inside;
  static void work() {
    for (int i = 0; i < kRounds; ++i) {
      const unsigned mine = next.fetch_add(1, memory_order_relaxed);
      while (serving.load(memory_order_acquire) != mine) sched_yield();
      ++inside;
      serving.store(mine + 1, memory_order_release);
    }
  }
};

int main() {
  using litmus::at_once;
  using Right = Peterson<peterson, memory_order_seq_cst>;
  at_once(Right::work<0>, Right::work<1>);
  at_once(Dekker::work<0>, Dekker::work<1>);
  at_once(TestAndSet::work, TestAndSet::work);
  at_once(Exchange::work, Exchange::work);
  at_once(CompareExchange::work, CompareExchange::work);
  at_once(LookFirst::work, LookFirst::work);
  at_once(FenceInside::work, FenceInside::work);
  at_once(SyncBuiltins::work, SyncBuiltins::work);
  at_once(Tickets::work, Tickets::work);
  using Wrong = Peterson<peterson_with_relaxed, memory_order_relaxed>;
  at_once(Wrong::work<0>, Wrong::work<1>);
  // Seeing that a lock is free is not taking it.
  static std::atomic<int> word;
  litmus::in_turn({{0,
                    [] {
                      word.exchange(1, memory_order_acquire);
                      read_beside_a_lock = 1;
                      word.store(0, memory_order_release);
                    }},
                   {1, [] {
                      if (word.load(memory_order_relaxed) == 0) ++read_beside_a_lock;
                    }}});
}
