// hunt: none
// Condition variable, corrected: the flag changes only under the mutex.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

bool ready;
std::mutex ready_mutex;
std::condition_variable ready_condition;

void prepare() {
  {
    std::lock_guard<std::mutex> guard(ready_mutex);
    ready = true;
  }
  ready_condition.notify_one();
}

int main() {
  std::thread preparer(prepare);
  {
    std::unique_lock<std::mutex> lock(ready_mutex);
    while (!ready) ready_condition.wait(lock);
  }
  preparer.join();
  std::printf("ready\n");
}
