// expect: none
// flags: -pthread
// Readers together, writers alone, in every way the lock can be taken.
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;
static int sum;
static pthread_mutex_t sum_lock = PTHREAD_MUTEX_INITIALIZER;

static void* use(void*) {
  timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec += 60;
  for (int i = 0; i < 20; ++i) {
    int seen = 0;
    if (i % 2 == 0) pthread_rwlock_rdlock(&lock);
    else if (pthread_rwlock_timedrdlock(&lock, &soon) != 0) continue;
    if (pthread_rwlock_tryrdlock(&lock) == 0) pthread_rwlock_unlock(&lock);
    seen = value;
    pthread_rwlock_unlock(&lock);
    if (i % 3 == 0) pthread_rwlock_wrlock(&lock);
    else if (i % 3 == 1 ? pthread_rwlock_trywrlock(&lock) != 0
                        : pthread_rwlock_clockwrlock(&lock, CLOCK_REALTIME, &soon) != 0)
      continue;
    ++value;
    pthread_rwlock_unlock(&lock);
    pthread_mutex_lock(&sum_lock);
    sum += seen;
    pthread_mutex_unlock(&sum_lock);
  }
  return nullptr;
}

int main() {
  pthread_t threads[3];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, use, nullptr);
  for (pthread_t& thread : threads) pthread_join(thread, nullptr);
  return value > 0 && sum >= 0 ? 0 : 1;
}
