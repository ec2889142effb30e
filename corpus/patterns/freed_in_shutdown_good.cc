// hunt: none
// Two-phase shutdown, corrected: the worker has ended when its log is deleted.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <thread>

struct Log {
  long lines = 0;
  void add() { assert(++lines <= 3); }
};

std::atomic<bool> running = true;

void work(Log* log) {
  for (int i = 0; i < 3 && running; ++i) log->add();
}

void read_commands() { std::printf("quit\n"); }

int main() {
  Log* log = new Log;
  std::thread worker(work, log);
  std::thread reader(read_commands);
  reader.join();
  running = false;
  worker.join();
  delete log;
  std::printf("shut down\n");
}
