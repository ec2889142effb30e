// confirm: A B real happens-before
// confirm: C D real simultaneous
// flags: -pthread
// The adversarial memory paper's Figure 2: who sees p set looks at what it points to without any
// order. Nobody can stand at both accesses to the point at once: before it is filled, p is not set.
#include <pthread.h>
#include <stdlib.h>

struct point {
  int x;
};
static struct point* p;

static void* make(void* unused) {
  struct point* made = malloc(sizeof *made);
  made->x = 1;  // A
  p = made;     // C
  return unused;
}

static void* use(void* unused) {
  struct point* seen = p;  // D
  if (seen == NULL) return unused;
  return seen->x == 1 ? unused : NULL;  // B
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, make, NULL);
  pthread_create(&two, NULL, use, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  free(p);
  return 0;
}
