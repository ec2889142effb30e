// confirm: A B potential
// finding: deadlock
// flags: -pthread
// Two threads take two locks in opposite orders.
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void* up(void* unused) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  ++value;  // A
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return unused;
}

static void* down(void* unused) {
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  --value;  // B
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, up, NULL);
  pthread_create(&two, NULL, down, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
