// expect: none
// flags: -pthread
// Six threads meet in pairs; who meets whom is chance, but nobody is left alone.
#include <pthread.h>

static constexpr int kThreads = 6;
static pthread_barrier_t barrier;
static int cells[kThreads];

static void* meet(void* own) {
  *static_cast<int*>(own) += 1;
  return pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD ? own : nullptr;
}

int main() {
  pthread_barrier_init(&barrier, nullptr, 2);
  int last_ones = 0;
  for (int i = 0; i < 30; ++i) {
    pthread_t threads[kThreads];
    for (int t = 0; t < kThreads; ++t) pthread_create(&threads[t], nullptr, meet, &cells[t]);
    for (pthread_t& thread : threads) {
      void* was_last = nullptr;
      pthread_join(thread, &was_last);
      last_ones += was_last != nullptr;
    }
  }
  pthread_barrier_destroy(&barrier);
  return last_ones == 90 && cells[0] == 30 ? 0 : 1;
}
