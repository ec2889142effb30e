// hunt: locked harmful exit-code
// hunt: total harmful exit-code
// fix: Use std::mutex, or std::atomic_flag with test_and_set(acquire) and clear(release).
// Spin lock by a plain bool: two threads see it free at the same time, and both take it.
#include <cstdio>
#include <thread>

bool locked;
long total;

void lock() {
  while (locked) std::this_thread::yield();
  locked = true;
}

void unlock() { locked = false; }

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
