// hunt: running harmful abort|crash
// hunt: heap harmful abort|crash
// fix: Join the worker between the two phases: first tell it to stop, wait for it, then delete.
// Two-phase shutdown: the flag goes down and the object is deleted, but a worker that has seen the flag
// up is still using it.
#include <cassert>
#include <cstdio>
#include <thread>

struct Log {
  long lines = 0;
  long capacity = 100;
  void add() { assert(++lines <= capacity); }
};

bool running = true;

void work(Log* log) {
  for (int i = 0; i < 3 && running; ++i) log->add();
}

int main() {
  Log* log = new Log;
  std::thread worker(work, log);
  running = false;
  delete log;
  worker.join();
  std::printf("shut down\n");
}
