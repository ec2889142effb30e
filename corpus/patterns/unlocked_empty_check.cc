// hunt: tasks harmful abort|crash
// fix: Check for emptiness under the same lock as the removal.
// flags: -D_GLIBCXX_ASSERTIONS
// Task queue with an unlocked empty check: two workers see one task, and the second takes it from an empty
// queue.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

std::vector<int> tasks;
std::mutex tasks_mutex;
std::atomic<int> tasks_run;

void work() {
  if (tasks.empty()) return;
  std::lock_guard<std::mutex> guard(tasks_mutex);
  int task = tasks.back();
  tasks.pop_back();
  tasks_run += task;
}

int main() {
  tasks.push_back(1);
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
  std::printf("%d task run\n", tasks_run.load());
}
