// expect: race shared
// flags: -pthread
// A barrier for tests of detectors, which orders nothing for them. It is one word, and what lies
// behind it is the program's.
#include <cstdint>
#include <cstdlib>
#include <thread>

extern "C" void __tsan_testonly_barrier_init(std::uint32_t*, unsigned);
extern "C" void __tsan_testonly_barrier_wait(std::uint32_t*);

struct {
  std::uint32_t barrier;
  std::uint32_t behind = 42;
} words;
int shared;

int main() {
  __tsan_testonly_barrier_init(&words.barrier, 2);
  std::thread other([] {
    shared = 1;
    for (int round = 0; round < 100; ++round) __tsan_testonly_barrier_wait(&words.barrier);
  });
  for (int round = 0; round < 100; ++round) __tsan_testonly_barrier_wait(&words.barrier);
  const int seen = shared;
  other.join();
  if (seen != 1 || words.behind != 42) std::abort();
}
