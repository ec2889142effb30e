// expect: race checked_without_order
// expect: race used_after_its_hazard
// expect: race freed_while_read
// Objects that are handed over by a pointer: double-checked creation, hazard pointers, grace
// periods.
#include "litmus.h"

struct Object {
  int value = 0;
};
int seen;

// Double-checked locking: who finds the object by an acquire load sees it whole.
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
Object checked_without_order, checked_with_order;

template <Object& object, std::memory_order order>
struct Checked {
  static inline std::atomic<Object*> instance;
  static void use() {
    Object* found = instance.load(order);
    if (found == nullptr) {
      pthread_mutex_lock(&mutex);
      found = instance.load(memory_order_relaxed);
      if (found == nullptr) {
        object.value = 7;
        instance.store(found = &object, memory_order_release);
      }
      pthread_mutex_unlock(&mutex);
    }
    if (found->value != 7) __builtin_trap();
  }
};

// Hazard pointers: a reader announces what it reads, and reads again whether that is still it. A
// writer who takes an object back looks for announcements.
Object used_after_its_hazard, freed_while_read, used_with_its_hazard;

template <Object& object>
struct Hazard {
  static inline std::atomic<Object*> head, announced;
  static inline Object* mine;
  static void publish() { head.store(&object, memory_order_release); }
  static void protect() {
    mine = head.load(memory_order_relaxed);
    announced.store(mine, memory_order_seq_cst);
    if (head.load(memory_order_seq_cst) != mine) __builtin_trap();
  }
  static void use() { seen = mine->value; }
  static void unprotect() { announced.store(nullptr, memory_order_release); }
  static void unlink() { head.store(nullptr, memory_order_seq_cst); }
  static void reclaim() {
    if (announced.load(memory_order_seq_cst) == nullptr) object.value = -1;
  }
  static void reclaim_unasked() { object.value = -1; }
};

// Grace periods: each reader says when it is in between reads; a writer waits until all have said
// so.
struct Grace {
  static inline std::atomic<Object*> head;
  static inline std::atomic<unsigned> period, reader_at;
  static constexpr unsigned kRounds = 100;
  static void read() {
    for (unsigned at; (at = period.load(memory_order_acquire)) < kRounds;) {
      if (Object* found = head.load(memory_order_acquire)) seen = found->value;
      reader_at.store(at, memory_order_release);
      sched_yield();
    }
    reader_at.store(kRounds, memory_order_release);
  }
  static void write() {
    static Object objects[2];
    for (unsigned i = 1; i <= kRounds; ++i) {
      Object& fresh = objects[i % 2];  // nobody reads it: the period before this one is over
      fresh.value = static_cast<int>(i);
      head.store(&fresh, memory_order_release);
      period.store(i, memory_order_release);
      while (reader_at.load(memory_order_acquire) < i) sched_yield();
    }
  }
};

int main() {
  using litmus::in_turn;
  using Wrong = Checked<checked_without_order, memory_order_relaxed>;
  using Right = Checked<checked_with_order, memory_order_acquire>;
  in_turn({{0, Wrong::use}, {1, Wrong::use}});
  in_turn({{0, Right::use}, {1, Right::use}});
  litmus::at_once(Right::use, Right::use);

  using Good = Hazard<used_with_its_hazard>;
  in_turn({{0, Good::publish},
           {1, Good::protect},
           {1, Good::use},
           {1, Good::unprotect},
           {0, Good::unlink},
           {0, Good::reclaim}});
  using Late = Hazard<used_after_its_hazard>;
  in_turn({{0, Late::publish},
           {1, Late::protect},
           {1, Late::unprotect},
           {0, Late::unlink},
           {0, Late::reclaim},
           {1, Late::use}});
  using Rash = Hazard<freed_while_read>;
  in_turn({{0, Rash::publish},
           {1, Rash::protect},
           {1, Rash::use},
           {0, Rash::unlink},
           {0, Rash::reclaim_unasked}});
  litmus::at_once(Grace::read, Grace::write);
}
