// hunt: none
// flags: -D_GLIBCXX_ASSERTIONS
// Task queue, corrected: the check and the removal are one critical section.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

std::vector<int> tasks;
std::mutex tasks_mutex;
std::atomic<int> tasks_run;

void work() {
  std::lock_guard<std::mutex> guard(tasks_mutex);
  if (tasks.empty()) return;
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
