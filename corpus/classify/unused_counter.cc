// location: thread_count benign
// paper: mtrt RayTracer.threadCount: SC 0, oldest 0, oldest-diff 0, random 0, random-diff 0
// flags: -pthread
// How many threads there are: main counts up for each that it starts, and each counts down when
// it is done, without a lock. Counts get lost, by old values and by the schedule, and nobody
// minds: the number decides nothing and is never shown.
#include <cstdio>
#include <thread>

static constexpr int kRunners = 5;

static int thread_count;
static unsigned brightness[kRunners];

// Reads and writes apart: a compiler that sees both at once need not tell of the read.
static void count(int change) {
  const int before = thread_count;
  std::this_thread::yield();
  thread_count = before + change;
}

static void render(int id) {
  unsigned light = static_cast<unsigned>(id) + 1;
  for (int pixel = 0; pixel < 100; ++pixel) light = light * 69069 + 1;
  brightness[id] = light;
  count(-1);
}

int main() {
  std::thread runners[kRunners];
  for (int id = 0; id < kRunners; ++id) {
    count(+1);
    runners[id] = std::thread(render, id);
  }
  unsigned sum = 0;
  for (int id = 0; id < kRunners; ++id) {
    runners[id].join();
    sum += brightness[id];
  }
  std::printf("%u\n", sum);
  return 0;
}
