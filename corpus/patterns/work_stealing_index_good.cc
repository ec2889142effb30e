// hunt: none
// Work stealing, corrected: an atomic index gives each task to one worker.
#include <atomic>
#include <cstdio>
#include <thread>

constexpr int tasks = 4;
std::atomic<int> next_task;

int work() {
  int done = 0;
  for (;;) {
    int mine = next_task++;
    if (mine >= tasks) return done;
    ++done;
  }
}

int main() {
  int first_done = 0;
  int second_done = 0;
  std::thread first([&] { first_done = work(); });
  std::thread second([&] { second_done = work(); });
  first.join();
  second.join();
  if (first_done + second_done != tasks) {
    std::printf("a task was done twice\n");
    return 1;
  }
  std::printf("4 tasks done\n");
}
