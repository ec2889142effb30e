// expect: race late
// A thousand threads at the same time, two of which write before they lock.
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

constexpr int kThreads = 1000;
std::mutex mutex;
std::condition_variable changed;
int arrived = 0;
int late = 0;

static void work(int self) {
  if (self == 300 || self == 700) late = self;
  std::unique_lock lock(mutex);
  if (++arrived == kThreads) changed.notify_all();
  changed.wait(lock, [] { return arrived == kThreads; });
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
}
