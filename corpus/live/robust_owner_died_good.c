// expect: none
// flags: -pthread
// Whoever gets a robust mutex of an owner that has died comes after what that one did.
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t mutex;
int value;
static _Bool dies;

static void* die_with_it(void* unused) {
  pthread_mutex_lock(&mutex);
  value = 1;
  __atomic_store_n(&dies, 1, __ATOMIC_RELAXED);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t thread;
  pthread_create(&thread, 0, die_with_it, 0);
  while (!__atomic_load_n(&dies, __ATOMIC_RELAXED)) sched_yield();
  if (pthread_mutex_lock(&mutex) != EOWNERDEAD) return 1;
  value = 2;
  pthread_mutex_consistent(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return pthread_mutex_destroy(&mutex);
}
