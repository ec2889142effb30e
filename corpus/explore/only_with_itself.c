// confirm: A B potential
// confirm: A A real simultaneous
// flags: -pthread
// Two threads race at A. Main reads at B when both have ended: that A races says nothing of A and
// B.
#include <pthread.h>

static int x;

static void* write_x(void* unused) {
  x = 1;  // A
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, write_x, NULL);
  pthread_create(&two, NULL, write_x, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return x == 1 ? 0 : 1;  // B
}
