// told: none
// untold: race guarded
// A lock that the program has made itself, of instructions that a detector does not know. What it
// guards seems unguarded, until it is said that it is a lock. Then `steward predict` also knows
// that two threads cannot be there at once, whoever comes first.
#include <sched.h>
#include <steward/lard.h>
#include <thread>

#include "unseen.h"

class Lock {
 public:
  void lock() {
    while (exchange(1) != 0) sched_yield();
    steward_lock_acquired(this, 0);
  }
  void unlock() {
    steward_lock_releasing(this, 0);
    exchange(0);
  }

 private:
  __attribute__((no_sanitize("thread"))) int exchange(int value) {
    __asm__ volatile("xchg %0, %1" : "+r"(value), "+m"(word_) : : "memory");
    return value;
  }
  int word_ = 0;
};

Lock lock;
int guarded;

void work() {
  lock.lock();
  ++guarded;
  lock.unlock();
}

int main() {
  std::thread first([] {
    work();
    end_step(1);
  });
  std::thread second([] {
    await_step(1);
    work();
  });
  first.join();
  second.join();
}
