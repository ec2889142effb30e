// hunt: none
// Ring buffer, corrected: atomic indices hand the slots over.
#include <atomic>
#include <cstdio>
#include <thread>

constexpr unsigned size = 2;
constexpr int items = 5;

int slots[size];
std::atomic<unsigned> head;
std::atomic<unsigned> tail;

void produce() {
  for (int item = 1; item <= items; ++item) {
    unsigned mine = tail.load(std::memory_order_relaxed);
    while (mine - head.load(std::memory_order_acquire) == size) std::this_thread::yield();
    slots[mine % size] = item;
    tail.store(mine + 1, std::memory_order_release);
  }
}

int main() {
  std::thread producer(produce);
  bool right = true;
  for (int item = 1; item <= items; ++item) {
    unsigned mine = head.load(std::memory_order_relaxed);
    while (mine == tail.load(std::memory_order_acquire)) std::this_thread::yield();
    if (slots[mine % size] != item) right = false;
    head.store(mine + 1, std::memory_order_release);
  }
  producer.join();
  std::printf("%s\n", right ? "all items in order" : "items lost or repeated");
  return right ? 0 : 1;
}
