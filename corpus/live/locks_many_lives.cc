// expect: none
// repeats: no, because it prints how much memory it has come to need
// flags: -pthread
// A mutex, a semaphore, a condition and a barrier for each of many tasks: what is known of
// those that are gone is forgotten, so memory does not grow with their number.
#include <cstdio>
#include <pthread.h>
#include <semaphore.h>
#include <thread>

namespace {

struct Task {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  sem_t semaphore;
  pthread_barrier_t barrier;
  int done = 0;
};

void perform() {
  auto* task = new Task;
  pthread_mutex_init(&task->mutex, nullptr);
  pthread_cond_init(&task->condition, nullptr);
  sem_init(&task->semaphore, 0, 0);
  pthread_barrier_init(&task->barrier, nullptr, 1);
  pthread_mutex_lock(&task->mutex);
  ++task->done;
  pthread_cond_signal(&task->condition);
  pthread_mutex_unlock(&task->mutex);
  sem_post(&task->semaphore);
  sem_wait(&task->semaphore);
  pthread_barrier_wait(&task->barrier);
  pthread_barrier_destroy(&task->barrier);
  sem_destroy(&task->semaphore);
  pthread_cond_destroy(&task->condition);
  pthread_mutex_destroy(&task->mutex);
  delete task;
}

long resident_pages() {
  long all = 0;
  long resident = 0;
  FILE* const file = std::fopen("/proc/self/statm", "r");
  if (std::fscanf(file, "%ld %ld", &all, &resident) != 2) return 0;
  std::fclose(file);
  return resident;
}

}  // namespace

int main() {
  std::thread worker([] {
    for (int i = 0; i < 5000; ++i) perform();
  });
  worker.join();
  const long before = resident_pages();
  std::thread other([] {
    for (int i = 0; i < 100000; ++i) perform();
  });
  for (int i = 0; i < 100000; ++i) perform();
  other.join();
  const long grown = (resident_pages() - before) * 4;
  std::printf("grown by %ld KiB\n", grown);
  return grown < 4096 ? 0 : 1;
}
