// expect: race global_int
// run: none
// flags: -pthread
// The hybrid paper's Figure 4. In this schedule the lock of the clock happens to order the write of
// `global_int` before its read. Nothing else does, so another schedule races.
#include <pthread.h>
#include <sched.h>

int global_int;
static int clock_ticks;
static pthread_mutex_t clock_lock = PTHREAD_MUTEX_INITIALIZER;

// An order that nobody sees.
static volatile bool done;
__attribute__((no_sanitize("thread"))) static void announce() { done = true; }
__attribute__((no_sanitize("thread"))) static void await() {
  while (!done) sched_yield();
}

static void tick() {
  pthread_mutex_lock(&clock_lock);
  ++clock_ticks;
  pthread_mutex_unlock(&clock_lock);
}

static void* first(void*) {
  global_int = 7;
  tick();
  announce();
  return nullptr;
}
static void* second(void*) {
  await();
  tick();
  return global_int == 7 ? nullptr : &clock_ticks;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, first, nullptr);
  pthread_create(&b, nullptr, second, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
