// expect: finding lock-order
// flags: -pthread
// Each thread takes both mutexes, in its own order. They take turns here; on another day both wait.
#include <pthread.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t* outer, pthread_mutex_t* inner) {
  pthread_mutex_lock(outer);
  pthread_mutex_lock(inner);
  pthread_mutex_unlock(inner);
  pthread_mutex_unlock(outer);
}
static void* backwards(void*) {
  both(&second, &first);
  return nullptr;
}

int main() {
  both(&first, &second);
  pthread_t other;
  pthread_create(&other, nullptr, backwards, nullptr);
  pthread_join(other, nullptr);
}
