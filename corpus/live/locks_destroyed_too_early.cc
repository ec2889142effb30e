// expect: race mutex
// expect: race shared
// expect: race spin
// expect: race condition
// expect: race semaphore
// expect: race barrier
// expect: race c_mutex
// expect: race c_condition
// flags: -pthread
// A lock is memory, too: whoever destroys it must come after all who use it. Here only time says
// so, and the barrier's last thread does not wait for the other one to be out.
#include <atomic>
#include <pthread.h>
#include <semaphore.h>
#include <thread>
#include <threads.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t semaphore;
pthread_barrier_t barrier;
mtx_t c_mutex;
cnd_t c_condition;
static std::atomic<bool> used;

static void use() {
  pthread_barrier_wait(&barrier);
  pthread_mutex_trylock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_rwlock_rdlock(&shared);
  pthread_rwlock_unlock(&shared);
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
  pthread_cond_signal(&condition);
  sem_post(&semaphore);
  mtx_lock(&c_mutex);
  mtx_unlock(&c_mutex);
  cnd_broadcast(&c_condition);
  used.store(true, std::memory_order_relaxed);
}

int main() {
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  sem_init(&semaphore, 0, 0);
  pthread_barrier_init(&barrier, nullptr, 2);
  mtx_init(&c_mutex, mtx_plain);
  cnd_init(&c_condition);
  std::thread user(use);
  pthread_barrier_wait(&barrier);
  pthread_barrier_destroy(&barrier);
  while (!used.load(std::memory_order_relaxed)) std::this_thread::yield();
  pthread_mutex_destroy(&mutex);
  pthread_rwlock_destroy(&shared);
  pthread_spin_destroy(&spin);
  pthread_cond_destroy(&condition);
  sem_destroy(&semaphore);
  mtx_destroy(&c_mutex);
  cnd_destroy(&c_condition);
  user.join();
}
