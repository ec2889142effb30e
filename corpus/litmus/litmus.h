// Litmus programs: what the standard says of a few accesses by a few threads, in a forced order.
//
// A program is steps, each by one of the threads, performed one after the other. What forces the
// order is assembler: nobody who watches the program can take it for synchronization. So the
// standard decides by the program's own atomics alone, and the same in every run.
#pragma once

#include <atomic>
#include <pthread.h>
#include <sched.h>

using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

namespace litmus {

inline int turn;

inline int current_turn() {
  int now;
  asm volatile("movl %1, %0" : "=r"(now) : "m"(turn) : "memory");
  return now;
}
inline void end_turn() { asm volatile("lock incl %0" : "+m"(turn) : : "memory"); }

struct Step {
  int thread;  // from 0
  void (*act)();
};

struct Steps {
  const Step* begin;
  int count;
  int thread;
};

inline void* act(void* steps) {
  const Steps mine = *static_cast<Steps*>(steps);
  for (int i = 0; i < mine.count; ++i) {
    if (mine.begin[i].thread != mine.thread) continue;
    while (current_turn() != i) sched_yield();
    mine.begin[i].act();
    end_turn();
  }
  return nullptr;
}

// Performs the steps in the order given. Later calls are ordered after it.
template <int count>
void in_turn(const Step (&steps)[count]) {
  constexpr int kThreads = 4;
  pthread_t threads[kThreads];
  Steps parts[kThreads];
  turn = 0;
  for (int i = 0; i < kThreads; ++i) {
    parts[i] = {steps, count, i};
    pthread_create(&threads[i], nullptr, act, &parts[i]);
  }
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}

// Both at once, without any order.
inline void at_once(void (*first)(), void (*second)()) {
  const auto call = [](void* f) -> void* {
    reinterpret_cast<void (*)()>(f)();
    return nullptr;
  };
  pthread_t a, b;
  pthread_create(&a, nullptr, call, reinterpret_cast<void*>(first));
  pthread_create(&b, nullptr, call, reinterpret_cast<void*>(second));
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}

}  // namespace litmus
