// hunt: none
// Timestamp, corrected: a relaxed atomic.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

long seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::atomic<long> last_used = seconds();

void use() {
  for (int i = 0; i < 3; ++i) last_used.store(seconds(), std::memory_order_relaxed);
}

int main() {
  std::thread user(use);
  bool closed = seconds() - last_used.load(std::memory_order_relaxed) > 3600;
  user.join();
  std::printf("%s\n", closed ? "closed" : "kept open");
  return closed ? 1 : 0;
}
