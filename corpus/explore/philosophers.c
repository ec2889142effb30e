// Nine philosophers, each with one fork in hand: chance alone hardly ever brings them there all at
// once. The order in which they take forks is known to be a circle, so schedules are directed at it.
// A fix: the last one takes the lower fork first, as all others do.
#include <pthread.h>
#include <stdio.h>

enum { kPlaces = 9 };
static pthread_mutex_t forks[kPlaces];

static void* dine(void* place) {
  const long own = (long)place;
  const long next = (own + 1) % kPlaces;
  pthread_mutex_lock(&forks[own]);
  pthread_mutex_lock(&forks[next]);
  pthread_mutex_unlock(&forks[next]);
  pthread_mutex_unlock(&forks[own]);
  return NULL;
}

int main(void) {
  pthread_t philosophers[kPlaces];
  for (long i = 0; i < kPlaces; ++i) pthread_mutex_init(&forks[i], NULL);
  for (long i = 0; i < kPlaces; ++i) pthread_create(&philosophers[i], NULL, dine, (void*)i);
  for (long i = 0; i < kPlaces; ++i) pthread_join(philosophers[i], NULL);
  puts("all have eaten");
  return 0;
}
