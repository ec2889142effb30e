// confirm: A B harmful simultaneous
// fails: A B crash 3-40
// flags: -pthread
// A pointer is looked at and then followed, with nothing in between but the second look: it must be
// possible to reset it right there.
#include <pthread.h>
#include <stddef.h>

static int job = 1;
static int* volatile worker = &job;

static void* interrupt(void* unused) {
  if (worker != NULL)  // A
    *worker = 2;
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, interrupt, NULL);
  worker = NULL;  // B
  pthread_join(other, NULL);
  return 0;
}
