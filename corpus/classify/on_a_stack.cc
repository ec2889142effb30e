// races: destructive
// flags: -pthread
// The racy variables are locals of a function that is called twice: its frame is used again.
#include <cstdlib>
#include <thread>

static void publish_and_look() {
  int ready = 0, data = 0;
  std::thread writer([&] {
    data = 42;
    ready = 1;
  });
  std::thread reader([&] {
    for (int i = 0; i < 3; ++i)
      if (ready == 1 && data != 42) std::abort();
  });
  writer.join();
  reader.join();
}

static int other_frame(int depth) {
  volatile int mine[16] = {};
  for (int i = 0; i < 16; ++i) mine[i] = depth;
  return depth == 0 ? 0 : mine[3] + other_frame(depth - 1) - depth;
}

int main() {
  publish_and_look();
  if (other_frame(4) != 0) return 2;
  publish_and_look();
}
