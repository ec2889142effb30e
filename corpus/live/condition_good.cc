// expect: none
// flags: -pthread
// A value handed over under a recursive mutex held twice, by waits with and without a limit.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static bool ready;
static int value;

static void* wait_for_it(void* with_limit) {
  pthread_mutex_lock(&lock);
  while (!ready) {
    timespec soon;
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_nsec = soon.tv_nsec / 2;
    if (with_limit == nullptr) pthread_cond_wait(&filled, &lock);
    else pthread_cond_timedwait(&filled, &lock, &soon);
  }
  ++value;
  pthread_mutex_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attributes);
  pthread_t a, b;
  pthread_create(&a, nullptr, wait_for_it, nullptr);
  pthread_create(&b, nullptr, wait_for_it, &b);
  pthread_mutex_lock(&lock);
  value = 1;
  ready = true;
  pthread_cond_broadcast(&filled);
  pthread_mutex_unlock(&lock);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return value == 3 ? 0 : 1;
}
