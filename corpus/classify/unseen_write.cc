// location: value benign
// flags: -pthread
// Code that is not instrumented writes: of what was there before nothing is known to be legal any
// more, so nobody gets it.
#include <cstdlib>
#include <thread>

static volatile int value;

__attribute__((no_sanitize("thread"), noinline)) static void write_unseen(int to) { value = to; }

int main() {
  std::thread writer([] {
    value = 1;
    std::this_thread::yield();
    write_unseen(2);
  });
  std::thread reader([] {
    for (int i = 0; i < 8; ++i) {
      const int before = value;
      const int after = value;
      if (before == 2 && after != 2) std::abort();
    }
  });
  writer.join();
  reader.join();
}
