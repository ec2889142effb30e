// expect: race value
// flags: -pthread
// A lock on the stack of a thread is gone with the thread: one that another thread has at the same
// place, on a stack that is used again, is another lock.
#include <atomic>
#include <chrono>
#include <pthread.h>
#include <thread>

int value;
static std::atomic<int> done;

static void* work(void*) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  ++value;
  pthread_mutex_unlock(&mutex);
  done.fetch_add(1, std::memory_order_relaxed);
  return nullptr;
}

int main() {
  for (int i = 0; i < 2; ++i) {
    pthread_t thread;
    pthread_create(&thread, nullptr, work, nullptr);
    pthread_detach(thread);
    while (done.load(std::memory_order_relaxed) <= i) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}
