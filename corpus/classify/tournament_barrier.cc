// location: is_done destructive
// paper: lufact arrays: SC 0, oldest 100, oldest-diff 100, random 100, random-diff 100
// paper: moldyn arrays: SC 0, oldest 100, oldest-diff 100, random 100, random-diff 100
// runs: 3
// flags: -pthread
// A tournament barrier: each thread waits for those it has beaten, then turns its flag over, and
// waits until the winner's is the same. Flags are turned over once a round, so an old one looks
// like that of the next round: who reads it goes on alone, and turns its own flag back before the
// others have seen it. These then wait for ever for a winner that has long gone home.
#include <pthread.h>
#include <sched.h>

static constexpr int kThreads = 4;
static constexpr int kRounds = 6;

static bool is_done[kThreads];

static void wait_until(int id, bool done) {
  while (is_done[id] != done) sched_yield();
}

static void barrier(int id, bool done) {
  for (int apart = 1; apart < kThreads && id % (2 * apart) == 0; apart *= 2)
    wait_until(id + apart, done);
  is_done[id] = done;
  if (id != 0) wait_until(0, done);
}

static void* work(void* own) {
  const int id = *static_cast<int*>(own);
  for (int round = 1; round <= kRounds; ++round) barrier(id, round % 2 == 1);
  return nullptr;
}

int main() {
  pthread_t threads[kThreads];
  int ids[kThreads];
  for (int id = 0; id < kThreads; ++id) {
    ids[id] = id;
    pthread_create(&threads[id], nullptr, work, &ids[id]);
  }
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  return 0;
}
