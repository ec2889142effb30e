// expect: finding mutex-misuse
// flags: -pthread
#include <pthread.h>

int main() {
  pthread_mutex_t mutex;
  pthread_mutex_init(&mutex, nullptr);
  pthread_mutex_destroy(&mutex);
  pthread_mutex_lock(&mutex);
}
