// expect: finding mutex-misuse
// flags: -pthread
// A reader that wants to write has to leave first: it waits for itself.
#include <pthread.h>
#include <unistd.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* become_writer(void*) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
  return nullptr;
}

int main() {
  pthread_t waiting;
  pthread_create(&waiting, nullptr, become_writer, nullptr);
  sleep(1);
  _exit(0);
}
