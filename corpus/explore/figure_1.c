// confirm: A B harmful simultaneous
// fails: A B exit-code 35-65
// confirm: C D potential
// flags: -pthread
// RaceFuzzer's Figure 1. Who comes first at z decides whether ERROR1 is reached; the accesses to x
// have no lock in common, but y keeps them apart.
#include <pthread.h>
#include <stdlib.h>

static int x, y, z;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* thread_1(void* unused) {
  x = 1;  // C
  pthread_mutex_lock(&lock);
  y = 1;
  pthread_mutex_unlock(&lock);
  if (z == 1)  // A
    exit(1);
  return unused;
}

static void* thread_2(void* unused) {
  z = 1;  // B
  pthread_mutex_lock(&lock);
  if (y == 1)
    if (x != 1)  // D
      exit(2);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, thread_1, NULL);
  pthread_create(&two, NULL, thread_2, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
