// expect: race total
// run: none
// flags: -pthread
// Each thread holds a lock of its own at `total`, and has taken a common one before: in this
// schedule one after the other.
#include <pthread.h>
#include <sched.h>

int total;
static pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t own[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static volatile bool done;
__attribute__((no_sanitize("thread"))) static void announce() { done = true; }
__attribute__((no_sanitize("thread"))) static void await() {
  while (!done) sched_yield();
}

static void pass_by() {
  pthread_mutex_lock(&common);
  pthread_mutex_unlock(&common);
}
static void add(int number) {
  pthread_mutex_lock(&own[number]);
  ++total;
  pthread_mutex_unlock(&own[number]);
}

static void* first(void*) {
  add(0);
  pass_by();
  announce();
  return nullptr;
}
static void* second(void*) {
  await();
  pass_by();
  add(1);
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, first, nullptr);
  pthread_create(&b, nullptr, second, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
