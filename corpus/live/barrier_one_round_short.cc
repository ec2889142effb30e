// expect: race value
// flags: -pthread
// Both write between the same two rounds. The fast one has come to the second round when the slow
// one leaves the first: that must not be taken for order.
#include <pthread.h>
#include <unistd.h>

static pthread_barrier_t barrier;
int value;

static void* fast(void*) {
  pthread_barrier_wait(&barrier);
  value = 1;
  pthread_barrier_wait(&barrier);
  return nullptr;
}
static void* slow(void*) {
  pthread_barrier_wait(&barrier);
  usleep(50000);  // long enough for the other to come to the barrier again
  value = 2;
  pthread_barrier_wait(&barrier);
  return nullptr;
}

int main() {
  pthread_barrier_init(&barrier, nullptr, 2);
  pthread_t a, b;
  pthread_create(&a, nullptr, fast, nullptr);
  pthread_create(&b, nullptr, slow, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
