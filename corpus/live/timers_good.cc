// expect: none
// flags: -pthread
// A timer that goes off, by a signal or in a thread of libc's, comes after whoever has set it.
#include <csignal>
#include <ctime>
#include <semaphore.h>
#include <thread>
#include <unistd.h>

static sem_t done;
int by_thread, by_signal;

static void tick(sigval value) {
  *static_cast<int*>(value.sival_ptr) += 1;
  sem_post(&done);
}
static void tock(int) {
  ++by_signal;
  sem_post(&done);
}

int main() {
  std::thread([] {}).join();  // from here on accesses count
  sem_init(&done, 0, 0);
  by_thread = 1;
  sigevent event = {};
  event.sigev_notify = SIGEV_THREAD;
  event.sigev_notify_function = tick;
  event.sigev_value.sival_ptr = &by_thread;
  timer_t timer;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return 1;
  const itimerspec soon = {{0, 0}, {0, 1000000}};
  timer_settime(timer, 0, &soon, nullptr);
  while (sem_wait(&done) != 0) continue;
  ++by_thread;
  std::signal(SIGALRM, tock);
  by_signal = 1;
  ualarm(1000, 0);
  while (sem_wait(&done) != 0) continue;
  return by_thread == 3 && by_signal == 2 ? 0 : 2;
}
