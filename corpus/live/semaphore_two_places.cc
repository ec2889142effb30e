// expect: race place
// flags: -pthread
// The semaphore lets two in at once.
#include <pthread.h>
#include <semaphore.h>

static sem_t inside;
int place;

static void* use(void*) {
  sem_wait(&inside);
  ++place;
  return nullptr;
}

int main() {
  sem_init(&inside, 0, 2);
  pthread_t a, b;
  pthread_create(&a, nullptr, use, nullptr);
  pthread_create(&b, nullptr, use, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
