// expect: race value
// expect: race (anonymous namespace)::memory
// flags: -pthread
// A mutex at the address of one that was destroyed is another mutex: that both threads take "the
// lock at this address" does not order them, and what they do to the mutex itself races, too.
#include <atomic>
#include <cstring>
#include <pthread.h>
#include <thread>

int value;

namespace {

alignas(pthread_mutex_t) char memory[sizeof(pthread_mutex_t)];
std::atomic<int> step{0};

void use(int turn) {
  while (step.load(std::memory_order_relaxed) != turn) std::this_thread::yield();
  auto* const mutex = reinterpret_cast<pthread_mutex_t*>(memory);
  pthread_mutex_init(mutex, nullptr);
  pthread_mutex_lock(mutex);
  ++value;
  pthread_mutex_unlock(mutex);
  pthread_mutex_destroy(mutex);
  step.store(turn + 1, std::memory_order_relaxed);
}

}  // namespace

int main() {
  std::thread one(use, 0);
  std::thread other(use, 1);
  one.join();
  other.join();
}
