// expect: none
// flags: -pthread
// A cancelled wait has the mutex back while the cleanup handler runs.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int value;
static bool waits;

static void clean_up(void*) {
  ++value;
  pthread_mutex_unlock(&lock);
}
static void* wait_for_ever(void*) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(clean_up, nullptr);
  waits = true;
  for (;;) pthread_cond_wait(&never, &lock);
  pthread_cleanup_pop(0);
  return nullptr;
}
static void* count(void*) {
  for (int i = 0; i < 100; ++i) {
    pthread_mutex_lock(&lock);
    ++value;
    pthread_mutex_unlock(&lock);
  }
  return nullptr;
}

int main() {
  pthread_t waiter, counter;
  pthread_create(&waiter, nullptr, wait_for_ever, nullptr);
  for (bool seen = false; !seen; usleep(1000)) {
    pthread_mutex_lock(&lock);
    seen = waits;
    pthread_mutex_unlock(&lock);
  }
  pthread_create(&counter, nullptr, count, nullptr);
  pthread_cancel(waiter);
  pthread_join(waiter, nullptr);
  pthread_join(counter, nullptr);
  return value == 101 ? 0 : 1;
}
