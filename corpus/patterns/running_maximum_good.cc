// hunt: none
// The maximum so far, corrected: a compare_exchange loop.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> highest;

void record(int value) {
  int seen = highest;
  while (value > seen && !highest.compare_exchange_weak(seen, value)) {
  }
}

int main() {
  std::thread first(record, 5);
  std::thread second(record, 9);
  first.join();
  second.join();
  if (highest != 9) {
    std::printf("not the highest\n");
    return 1;
  }
  std::printf("9\n");
}
