// hunt: running harmful abort|crash
// hunt: heap harmful abort|crash
// not reached: heap clang
// fix: Join the worker between the two phases: first tell it to stop, wait for it, then delete.
// Two-phase shutdown: the flag goes down and the object is deleted, but a worker that has seen the flag
// up is still using it.
#include <cassert>
#include <cstdio>
#include <thread>

struct Log {
  long lines = 0;
  void add() { assert(++lines <= 3); }
};

bool running = true;

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
  delete log;
  worker.join();
  std::printf("shut down\n");
}
