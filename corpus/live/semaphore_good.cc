// expect: none
// flags: -pthread
// A one-place buffer: filled and emptied in turn.
#include <semaphore.h>
#include <thread>

static sem_t empty, full;
static int place;

int main() {
  sem_init(&empty, 0, 1);
  sem_init(&full, 0, 0);
  long sum = 0;
  std::thread producer([] {
    for (int i = 0; i < 100; ++i) {
      sem_wait(&empty);
      place = i;
      sem_post(&full);
    }
  });
  std::thread consumer([&sum] {
    for (int i = 0; i < 100; ++i) {
      while (sem_trywait(&full) != 0) std::this_thread::yield();
      sum += place;
      sem_post(&empty);
    }
  });
  producer.join();
  consumer.join();
  sem_destroy(&empty);
  sem_destroy(&full);
  return sum == 4950 ? 0 : 1;
}
