// confirm: A B harmful simultaneous
// fails: A B exit-code 35-65
// flags: -pthread
// RaceFuzzer's Figure 2: many statements lie between the beginning and the read of x, few before
// its write. By chance the two hardly ever meet.
#include <pthread.h>
#include <stdlib.h>

static int x, steps, count = 100000;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* thread_1(void* unused) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < count; ++i) steps += i;
  pthread_mutex_unlock(&lock);
  if (x == 0)  // A
    exit(1);
  return unused;
}

static void* thread_2(void* unused) {
  x = 1;  // B
  pthread_mutex_lock(&lock);
  ++steps;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(int argc, char** argv) {
  if (argc > 1) count = atoi(argv[1]);
  pthread_t one, two;
  pthread_create(&one, NULL, thread_1, NULL);
  pthread_create(&two, NULL, thread_2, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
