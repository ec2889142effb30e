// location: debug none
// paper: montecarlo UNIVERSAL_DEBUG: SC 0, oldest 0, oldest-diff 0, random 0, random-diff 0
// flags: -pthread
// Every path that is priced sets the flag for debugging anew, without a lock, and looks at it.
// All writes write what was there from the beginning: whichever a read gets, it is the same.
#include <cstdio>
#include <thread>

static constexpr int kThreads = 4;
static constexpr int kPaths = 10;

static bool debug = false;
static unsigned prices[kThreads];

static unsigned price_path(unsigned seed) {
  debug = false;
  unsigned price = seed;
  for (int step = 0; step < 20; ++step) {
    price = price * 1103515245 + 12345;
    if (step % 10 == 0 && debug) std::printf("step %d: %u\n", step, price);
  }
  return price;
}

static void price_paths(int id) {
  unsigned sum = 0;
  for (int path = 0; path < kPaths; ++path)
    sum += price_path(static_cast<unsigned>(id * kPaths + path));
  prices[id] = sum;
}

int main() {
  std::thread threads[kThreads];
  for (int id = 0; id < kThreads; ++id) threads[id] = std::thread(price_paths, id);
  unsigned sum = 0;
  for (int id = 0; id < kThreads; ++id) {
    threads[id].join();
    sum += prices[id];
  }
  std::printf("%u\n", sum);
  return 0;
}
