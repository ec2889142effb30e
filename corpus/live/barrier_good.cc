// expect: none
// flags: -pthread
// Each thread writes its own cell, and after the barrier reads all: round after round.
#include <pthread.h>

static constexpr int kThreads = 3;
static pthread_barrier_t barrier;
static int cells[kThreads];

static void* work(void* own) {
  int seen = 0;
  for (int round = 0; round < 10; ++round) {
    ++*static_cast<int*>(own);
    pthread_barrier_wait(&barrier);
    for (int cell : cells) seen += cell;
    pthread_barrier_wait(&barrier);
  }
  return seen == kThreads * 55 ? own : nullptr;
}

int main() {
  pthread_barrier_init(&barrier, nullptr, kThreads);
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], nullptr, work, &cells[i]);
  int failed = 0;
  for (pthread_t& thread : threads) {
    void* result = nullptr;
    pthread_join(thread, &result);
    failed += result == nullptr;
  }
  pthread_barrier_destroy(&barrier);
  return failed;
}
