// expect: race tls
// A thread's own variables are not its own if it gives their addresses away.
#include <atomic>
#include <thread>
#include <unistd.h>

thread_local int counts[4];
std::atomic<int*> given = nullptr;

int main() {
  int* const mine = &counts[1];
  std::thread first([&] { ++*mine; });
  std::thread second([&] { ++*mine; });
  first.join();
  second.join();
  std::thread owner([] {
    counts[2] = 1;
    given.store(&counts[2], std::memory_order_relaxed);
    usleep(100000);
  });
  while (given.load(std::memory_order_relaxed) == nullptr) usleep(100);
  ++*given.load(std::memory_order_relaxed);
  owner.join();
}
