/* As short as a program with two threads and a race can be: what a run of confirm costs by itself.
 */
#include <pthread.h>

int shared;

static void* work(void* unused) {
  shared = 1; /* first */
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  shared = 2; /* second */
  pthread_join(thread, NULL);
  return 0;
}
