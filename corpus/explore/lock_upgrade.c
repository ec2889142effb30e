// confirm: A B potential
// finding: deadlock
// flags: -pthread
// Two readers want to write without having stopped to read: each waits for the other one.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void* read_then_write(void* unused) {
  pthread_rwlock_rdlock(&lock);
  if (value == 0) {  // A
    pthread_rwlock_wrlock(&lock);
    value = 1;  // B
  }
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, read_then_write, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
