// confirm: A B real simultaneous
// flags: -pthread
// Whoever is held back does not make the others slow: a limit of five seconds is not over meanwhile,
// though others sleep for longer.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done;
static int hits;

static void* work(void* unused) {
  hits = 1;  // A
  pthread_mutex_lock(&mutex);
  done = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* doze(void* unused) {
  const struct timespec nap = {1, 0};
  int i;
  for (i = 0; i < 8; ++i) nanosleep(&nap, 0);
  return unused;
}

int main(void) {
  pthread_t worker, sleeper;
  struct timespec limit;
  int seen, error = 0;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&sleeper, 0, doze, 0);
  seen = hits;  // B
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 5;
  pthread_mutex_lock(&mutex);
  while (!done && error == 0) error = pthread_cond_timedwait(&changed, &mutex, &limit);
  pthread_mutex_unlock(&mutex);
  assert(error == 0);
  pthread_join(worker, 0);
  pthread_join(sleeper, 0);
  return seen < 0;
}
