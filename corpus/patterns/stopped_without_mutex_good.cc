// hunt: none
// A worker that is stopped, corrected: it cannot be between its look at the flag and its sleep.
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
  {
    std::lock_guard lock(mutex);
    stopped = true;
  }
  wakeup.notify_one();
  worker.join();
  std::printf("stopped\n");
}
