// expect: none
// A thousand threads at the same time: all wait for each other, then share a lock.
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

constexpr int kThreads = 1000;
std::mutex mutex;
std::condition_variable changed;
int arrived = 0;
long sum = 0;
int own[kThreads];

static void work(int self) {
  own[self] = self;
  std::unique_lock lock(mutex);
  if (++arrived == kThreads) changed.notify_all();
  changed.wait(lock, [] { return arrived == kThreads; });
  sum += own[kThreads - 1 - self];
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  return sum == kThreads * (kThreads - 1) / 2 ? 0 : 1;
}
