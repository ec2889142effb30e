// expect: none
// flags: -pthread
// Threads that may be cancelled at any instruction, most of which are Steward's: it does not keep
// what it held. In C: a function of C++ that is instrumented ends the process when it is left so.
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static long cells[64];

static long visit(unsigned at, long depth) {
  const long before = __atomic_fetch_add(&cells[at % 64], depth, __ATOMIC_RELAXED);
  return depth == 0 ? before : visit(at + 1, depth - 1);
}

static void* work(void* unused) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  for (unsigned i = 0;; ++i) visit(i * 61, 20);
  return unused;
}

int main(void) {
  for (int i = 0; i < 100; ++i) {
    pthread_t threads[2];
    for (int t = 0; t < 2; ++t) pthread_create(&threads[t], NULL, work, NULL);
    for (int turns = 0; turns < 3; ++turns) sched_yield();
    for (int t = 0; t < 2; ++t) pthread_cancel(threads[t]);
    for (int t = 0; t < 2; ++t) pthread_join(threads[t], NULL);
    visit(0, 63);
  }
}
