// expect: finding mutex-misuse
// flags: -pthread
#include <pthread.h>

pthread_rwlock_t lock;

int main() {
  pthread_rwlock_init(&lock, nullptr);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
}
