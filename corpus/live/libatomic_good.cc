// expect: none
// flags: -pthread -latomic
// An atomic object too large for the machine publishes what was written before it.
#include <atomic>
#include <thread>

struct Large {
  long ready, b, c;
};
static std::atomic<Large> box;
static int value;

int main() {
  std::thread writer([] {
    value = 5;
    box.store({1, 2, 3}, std::memory_order_release);
  });
  int seen = 0;
  std::thread reader([&seen] {
    while (box.load(std::memory_order_acquire).ready == 0) std::this_thread::yield();
    seen = value;
  });
  writer.join();
  reader.join();
  return seen == 5 ? 0 : 1;
}
