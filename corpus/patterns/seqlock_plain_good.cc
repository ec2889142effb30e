// hunt: none
// Seqlock, corrected: relaxed atomic data between fences.
#include <atomic>
#include <cstdio>
#include <thread>

struct Point {
  int x;
  int y;
};

std::atomic<unsigned> sequence;
std::atomic<int> point_x;
std::atomic<int> point_y;

void move(int to) {
  unsigned before = sequence.load(std::memory_order_relaxed);
  sequence.store(before + 1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  point_x.store(to, std::memory_order_relaxed);
  point_y.store(to, std::memory_order_relaxed);
  sequence.store(before + 2, std::memory_order_release);
}

Point read() {
  for (;;) {
    unsigned before = sequence.load(std::memory_order_acquire);
    Point copy;
    copy.x = point_x.load(std::memory_order_relaxed);
    copy.y = point_y.load(std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (before % 2 == 0 && sequence.load(std::memory_order_relaxed) == before) return copy;
    std::this_thread::yield();
  }
}

int main() {
  std::thread mover(move, 5);
  Point seen = read();
  mover.join();
  std::printf("%s\n", seen.x == seen.y ? "on the diagonal" : "off the diagonal");
  return seen.x == seen.y ? 0 : 1;
}
