// expect: finding mutex-misuse
// flags: -pthread
// The thread waits for itself: told before it hangs.
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* twice(void*) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  return nullptr;
}

int main() {
  pthread_t waiting;
  pthread_create(&waiting, nullptr, twice, nullptr);
  sleep(1);
  _exit(0);
}
