// expect: none
// run: race payload
// apart: race payload
// flags: -pthread
// The signal of a condition variable orders nothing in C++, so this is a race. Whoever predicts
// takes it for a message all the same, as most signals are meant so, and says what rests on it.
#include <pthread.h>
#include <sched.h>

int payload;
static bool waiting;  // guarded by the lock
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;

static void* consume(void*) {
  pthread_mutex_lock(&lock);
  waiting = true;
  pthread_cond_wait(&told, &lock);
  pthread_mutex_unlock(&lock);
  return payload == 7 ? nullptr : &payload;
}

static bool is_waiting() {
  pthread_mutex_lock(&lock);
  const bool now = waiting;
  pthread_mutex_unlock(&lock);
  return now;
}

int main() {
  pthread_t a;
  pthread_create(&a, nullptr, consume, nullptr);
  while (!is_waiting()) sched_yield();
  payload = 7;
  pthread_cond_signal(&told);
  pthread_join(a, nullptr);
}
