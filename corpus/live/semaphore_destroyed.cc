// expect: race value
// expect: race semaphore
// flags: -pthread
// Two semaphores, one after the other in the same place: what the first one ordered does not hold
// for who uses the second. The post and the destruction race, too.
#include <atomic>
#include <semaphore.h>
#include <thread>

static sem_t semaphore;
static std::atomic<int> step;
int value;

static void until(int wanted) {
  while (step.load(std::memory_order_relaxed) != wanted) std::this_thread::yield();
}

int main() {
  sem_init(&semaphore, 0, 0);
  std::thread first([] {
    value = 1;
    sem_post(&semaphore);
    step.store(1, std::memory_order_relaxed);
  });
  std::thread second([] {
    until(1);
    sem_destroy(&semaphore);
    sem_init(&semaphore, 0, 1);
    sem_wait(&semaphore);
    value = 2;
  });
  first.join();
  second.join();
}
