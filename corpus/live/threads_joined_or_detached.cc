// expect: none
// flags: -pthread
// Joined, detached before or after its end, made detached, or still at work at the end.
#include <pthread.h>
#include <semaphore.h>
#include <thread>
#include <unistd.h>

sem_t over;

static void* work(void*) {
  sem_post(&over);
  return nullptr;
}
static void* work_on(void*) {
  sem_post(&over);
  for (;;) pause();
}

int main() {
  sem_init(&over, 0, 0);
  pthread_t joined, ended, at_work, made_detached;
  pthread_create(&joined, nullptr, work, nullptr);
  pthread_join(joined, nullptr);
  pthread_create(&ended, nullptr, work, nullptr);
  std::thread([] { sem_post(&over); }).detach();
  pthread_create(&at_work, nullptr, work_on, nullptr);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&made_detached, &attributes, work, nullptr);
  pthread_attr_destroy(&attributes);
  for (int i = 0; i < 5; ++i) sem_wait(&over);
  usleep(200000);
  pthread_detach(ended);
}
