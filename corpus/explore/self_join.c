// confirm: A B real simultaneous
// finding: deadlock
// flags: -pthread
// A thread waits for its own end: libc refuses, and nobody looks at what it says.
#include <pthread.h>

int ends;

static void* join_myself(void* unused) {
  ends = 1;  // A
  pthread_join(pthread_self(), NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, join_myself, NULL);
  ends = 2;  // B
  pthread_join(thread, NULL);
  return ends == 3;
}
