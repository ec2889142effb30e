// hunt: point harmful exit-code
// fix: Make the fields relaxed atomics and order them by fences, or use a mutex.
// Seqlock without fences: the data is plain and the sequence number is relaxed, so the number does not say
// which data is read.
#include <atomic>
#include <cstdio>
#include <thread>

struct Point {
  int x;
  int y;
};

std::atomic<unsigned> sequence;
Point point;

void move(int to) {
  sequence.fetch_add(1, std::memory_order_relaxed);
  point.x = to;
  point.y = to;
  sequence.fetch_add(1, std::memory_order_relaxed);
}

Point read() {
  for (;;) {
    unsigned before = sequence.load(std::memory_order_relaxed);
    Point copy;
    copy.x = point.x;
    copy.y = point.y;
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
