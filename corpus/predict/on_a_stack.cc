// expect: race stack
// run: none
// flags: -pthread
// Two threads use a variable on the stack of a third, which another lock happens to order.
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t elsewhere = PTHREAD_MUTEX_INITIALIZER;

static volatile bool done;
__attribute__((no_sanitize("thread"))) static void announce() { done = true; }
__attribute__((no_sanitize("thread"))) static void await() {
  while (!done) sched_yield();
}

static void pass_by() {
  pthread_mutex_lock(&elsewhere);
  pthread_mutex_unlock(&elsewhere);
}
static void* first(void* count) {
  ++*static_cast<int*>(count);
  pass_by();
  announce();
  return nullptr;
}
static void* second(void* count) {
  await();
  pass_by();
  ++*static_cast<int*>(count);
  return nullptr;
}

int main() {
  int count = 0;
  pthread_t a, b;
  pthread_create(&a, nullptr, first, &count);
  pthread_create(&b, nullptr, second, &count);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return count == 2 ? 0 : 1;
}
