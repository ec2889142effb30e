// confirm: A B harmful simultaneous
// finding: deadlock
// flags: -pthread
// The flag is set without the mutex: the signal may come between the look at it and the wait.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void* wait_for_it(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!ready)  // A
    pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t waiting;
  pthread_create(&waiting, NULL, wait_for_it, NULL);
  ready = 1;  // B
  pthread_cond_signal(&changed);
  pthread_join(waiting, NULL);
  return 0;
}
