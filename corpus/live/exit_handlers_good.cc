// expect: none
// flags: -pthread
// What a thread registers for the end of the process comes after it, though nobody joined it.
#include <atomic>
#include <cstdlib>
#include <thread>
#include <unistd.h>

int value;
std::atomic<bool> registered;

struct Kept {
  int number = 0;
  ~Kept() { number = 2; }
};
static Kept& kept() {
  static Kept one;
  return one;
}

int main() {
  std::thread([] {
    value = 1;
    std::atexit([] { value = 2; });
    kept();
    registered.store(true, std::memory_order_relaxed);
    for (;;) pause();
  }).detach();
  while (!registered.load(std::memory_order_relaxed)) usleep(100);
}
