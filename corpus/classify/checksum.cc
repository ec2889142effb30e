// location: checksum destructive
// paper: raytracer checksum1: SC 0, oldest 100, oldest-diff 100, random 100, random-diff 100
// flags: -pthread
// Each worker adds its own checksum to that of all, without a lock. With an old value what others
// have added is lost, and the check of the whole fails. Workers add one after the other, so that
// no schedule loses anything: whose turn it is is relaxed, and orders nothing.
#include <atomic>
#include <cstdio>
#include <thread>

static constexpr int kWorkers = 4;
static constexpr long kRight = 1111;

static long checksum;
static std::atomic<int> turn{0};

static long render(int id) {
  long lines = 1;
  for (int i = 0; i < id; ++i) lines *= 10;
  return lines;
}

// Reads and writes apart: a compiler that sees both at once need not tell of the read.
static long sum_with(long own) { return checksum + own; }

static void work(int id) {
  const long own = render(id);
  while (turn.load(std::memory_order_relaxed) != id) std::this_thread::yield();
  const long sum = sum_with(own);
  checksum = sum;
  turn.store(id + 1, std::memory_order_relaxed);
}

int main() {
  std::thread workers[kWorkers];
  for (int id = 0; id < kWorkers; ++id) workers[id] = std::thread(work, id);
  for (std::thread& worker : workers) worker.join();
  if (checksum == kRight) return 0;
  std::puts("validation failed");
  return 1;
}
