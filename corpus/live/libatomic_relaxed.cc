// expect: race value
// flags: -pthread -latomic
// The same without the order that publishing needs.
#include <atomic>
#include <thread>

struct Large {
  long ready, b, c;
};
static std::atomic<Large> box;
int value;

int main() {
  std::thread writer([] {
    value = 5;
    box.store({1, 2, 3}, std::memory_order_relaxed);
  });
  std::thread reader([] {
    while (box.load(std::memory_order_relaxed).ready == 0) std::this_thread::yield();
    ++value;
  });
  writer.join();
  reader.join();
}
