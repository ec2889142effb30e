// hunt: none
// Spin lock, corrected: one atomic operation tests and sets the flag.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic_flag locked;
long total;

void lock() {
  while (locked.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
}

void unlock() { locked.clear(std::memory_order_release); }

void add(long amount) {
  lock();
  total += amount;
  unlock();
}

int main() {
  std::thread first(add, 3);
  std::thread second(add, 4);
  first.join();
  second.join();
  if (total != 7) {
    std::printf("wrong total\n");
    return 1;
  }
  std::printf("total: 7\n");
}
