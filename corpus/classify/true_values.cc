// location: flag benign
// flags: -pthread
// Threads of the program may get a stale value. Handlers of signals that come then, the system, and
// code that tells nothing of its accesses may not.
#include <csignal>
#include <cstdlib>
#include <thread>
#include <unistd.h>

static volatile int flag;
static int seen_by_handler;

__attribute__((no_sanitize("thread"))) static void look(int) { seen_by_handler = flag; }
__attribute__((no_sanitize("thread"), noinline)) static void is(int seen) {
  if (seen != 1) std::abort();
}

__attribute__((no_sanitize("thread"), noinline)) static void look_too(int) { is(flag); }

int main() {
  std::signal(SIGUSR1, look);
  int ends[2];
  if (pipe(ends) != 0) return 0;
  std::thread writer([] { flag = 1; });
  std::thread reader([&] {
    for (int i = 0; i < 8; ++i) {
      if (flag == 0) continue;  // it was there, and stays so:
      look_too(flag);
      const int again = flag;
      raise(SIGUSR1);
      is(seen_by_handler);
      int through = 0;
      if (write(ends[1], const_cast<const int*>(&flag), sizeof flag) != sizeof flag) return;
      if (read(ends[0], &through, sizeof through) != sizeof through) return;
      is(through);
      static_cast<void>(again);
    }
  });
  writer.join();
  reader.join();
}
