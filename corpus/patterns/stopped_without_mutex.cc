// hunt: finding deadlock
// fix: Set the flag with the mutex held, atomic or not.
// A worker looks at the flag with the mutex held and then sleeps. The flag is atomic and is set without the
// mutex: in between. The wake-up comes before the worker sleeps, and nobody wakes it again.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable wakeup;
std::atomic<bool> stopped;

void work() {
  std::unique_lock lock(mutex);
  wakeup.wait(lock, [] { return stopped.load(); });
}

int main() {
  std::thread worker(work);
  stopped = true;
  wakeup.notify_one();
  worker.join();
  std::printf("stopped\n");
}
