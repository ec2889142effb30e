// confirm: A B potential
// flags: -pthread
// The first thread ends before the others. Those cancel each other wherever one may be cancelled.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static sem_t empty;
static int cleaned;

static void* pause_for_good(void* unused) {
  for (;;) pause();
  return unused;
}
static void* look_for_good(void* unused) {
  for (;;) pthread_testcancel();
  return unused;
}
static void* wait_for_semaphore(void* unused) {
  const struct timespec late = {4000000000, 0};
  sem_timedwait(&empty, &late);
  return unused;
}
static void clean(void* unused) {
  ++cleaned;  // A
  pthread_mutex_unlock(&mutex);
  (void)unused;
}
static void* wait_for_condition(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(clean, NULL);
  for (;;) pthread_cond_wait(&never, &mutex);
  pthread_cleanup_pop(0);
  return unused;
}

static void* (*const all[])(void*) = {pause_for_good, look_for_good, wait_for_semaphore,
                                      wait_for_condition};
enum { kAll = sizeof all / sizeof *all };

static void* cancel_all(void* unused) {
  pthread_t threads[kAll];
  for (int i = 0; i < kAll; ++i) pthread_create(&threads[i], NULL, all[i], NULL);
  sched_yield();
  for (int i = 0; i < kAll; ++i) pthread_cancel(threads[i]);
  for (int i = 0; i < kAll; ++i) {
    void* result = NULL;
    pthread_join(threads[i], &result);
    if (result != PTHREAD_CANCELED) abort();
  }
  pthread_mutex_lock(&mutex);
  const int times = cleaned;  // B
  pthread_mutex_unlock(&mutex);
  if (times > 1) abort();
  exit(0);
  return unused;
}

int main(void) {
  sem_init(&empty, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, cancel_all, NULL);
  pthread_detach(thread);
  pthread_exit(NULL);
}
