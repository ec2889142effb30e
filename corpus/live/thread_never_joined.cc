// expect: finding thread-leak
// flags: -pthread
// They have ended, but what the system keeps of them until they are joined it keeps for good.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

sem_t over;

static void* work(void*) {
  sem_post(&over);
  return nullptr;
}

int main() {
  sem_init(&over, 0, 0);
  for (int i = 0; i < 3; ++i) {
    pthread_t thread;
    pthread_create(&thread, nullptr, work, nullptr);
    sem_wait(&over);
  }
  sleep(1);
}
