#include <cstdio>
#include <pthread.h>

long hits;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void* serve(void*) {
  pthread_mutex_lock(&lock);
  ++hits;
  pthread_mutex_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_t server;
  pthread_create(&server, nullptr, serve, nullptr);
  std::printf("%ld hits so far\n", hits);
  pthread_join(server, nullptr);
}
