// expect: none
// A thread that is cancelled unlocks in its clean-up handler: whoever locks next is ordered after
// it.
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int value;

void* wait_for_the_end(void*) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(
      [](void*) {
        ++value;
        pthread_mutex_unlock(&mutex);
      },
      nullptr);
  for (;;) usleep(1000);
  pthread_cleanup_pop(0);
  return nullptr;
}

int main() {
  for (int i = 0; i < 5; ++i) {
    pthread_t thread;
    pthread_create(&thread, nullptr, wait_for_the_end, nullptr);
    usleep(20000);
    pthread_cancel(thread);
    pthread_mutex_lock(&mutex);
    ++value;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, nullptr);
  }
  return value - 10;
}
