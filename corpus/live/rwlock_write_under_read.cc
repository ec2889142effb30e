// expect: race value
// flags: -pthread
// Two threads write, each with the lock taken for reading only.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;

static void* use(void*) {
  pthread_rwlock_rdlock(&lock);
  ++value;
  pthread_rwlock_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, use, nullptr);
  pthread_create(&b, nullptr, use, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
