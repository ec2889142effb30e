// hunt: none
// Two-phase shutdown, corrected: the worker has ended when its log is deleted.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <thread>

struct Log {
  long lines = 0;
  long capacity = 100;
  void add() { assert(++lines <= capacity); }
};

std::atomic<bool> running = true;

void work(Log* log) {
  for (int i = 0; i < 3 && running; ++i) log->add();
}

int main() {
  Log* log = new Log;
  std::thread worker(work, log);
  running = false;
  worker.join();
  delete log;
  std::printf("shut down\n");
}
