// hunt: ready harmful deadlock|hang
// fix: Set the flag while holding the mutex of the condition variable.
// Condition variable: the flag is set without the mutex, so it may be set, and notified, between the
// waiter's check and its wait.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

bool ready;
std::mutex ready_mutex;
std::condition_variable ready_condition;

void prepare() {
  ready = true;
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
