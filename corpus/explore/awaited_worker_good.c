// confirm: A B potential
// flags: -pthread
// A thread comes to the same statement again and again, while the only other one spins until it has
// finished: whoever holds it back has to let it go each time.
#include <pthread.h>
#include <stdatomic.h>

enum { kTimes = 1000 };
static int progress;
static atomic_int finished;

static void* work(void* unused) {
  for (int i = 1; i <= kTimes; ++i) progress = i;  // A
  atomic_store(&finished, 1);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  while (!atomic_load(&finished)) {
  }
  const int last = progress;  // B
  pthread_join(worker, NULL);
  return last == kTimes ? 0 : 1;
}
