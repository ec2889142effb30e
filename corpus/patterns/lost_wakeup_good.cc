// hunt: none
// Dirty flag, corrected: sequentially consistent atomics, so that one side at least sees the other.
#include <atomic>
#include <cstdio>
#include <semaphore>
#include <thread>

std::atomic<bool> dirty;
std::atomic<bool> sleeping;
std::binary_semaphore wakeup{0};

void flush() {
  sleeping = true;
  if (!dirty) wakeup.acquire();
}

int main() {
  std::thread flusher(flush);
  dirty = true;
  if (sleeping) wakeup.release();
  flusher.join();
  std::printf("flushed\n");
}
