// hunt: none
// Shutdown flag, corrected: an atomic flag. Nothing else is read by who sees it.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<bool> stopping;

void work() {
  while (!stopping.load(std::memory_order_relaxed)) std::this_thread::yield();
}

int main() {
  std::thread worker(work);
  stopping.store(true, std::memory_order_relaxed);
  worker.join();
  std::printf("stopped\n");
}
