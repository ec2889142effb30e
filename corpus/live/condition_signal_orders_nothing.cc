// expect: race value
// flags: -pthread
// The value is written after the mutex was given up: the signal does not make up for it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;
int value;

static void* wait_for_it(void*) {
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  ++value;
  return nullptr;
}

int main() {
  pthread_t a;
  pthread_create(&a, nullptr, wait_for_it, nullptr);
  pthread_mutex_lock(&lock);
  ready = true;
  pthread_mutex_unlock(&lock);
  value = 1;
  pthread_cond_signal(&changed);
  pthread_join(a, nullptr);
}
