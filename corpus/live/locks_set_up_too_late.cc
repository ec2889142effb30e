// expect: race mutex
// expect: race condition
// expect: race heap
// flags: -pthread
// Locks that one thread uses while another sets them up, or after it has freed their memory.
#include <atomic>
#include <mutex>
#include <pthread.h>
#include <thread>

pthread_mutex_t mutex;
pthread_cond_t condition;
static std::mutex* freed = new std::mutex;
static std::atomic<int> step;

static void until(int wanted) {
  while (step.load(std::memory_order_relaxed) != wanted) std::this_thread::yield();
}

int main() {
  std::thread user([] {
    freed->lock();
    freed->unlock();
    step.store(1, std::memory_order_relaxed);
    until(2);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_cond_signal(&condition);
  });
  until(1);
  delete freed;
  pthread_mutex_init(&mutex, nullptr);
  pthread_cond_init(&condition, nullptr);
  step.store(2, std::memory_order_relaxed);
  user.join();
}
