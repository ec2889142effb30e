// expect: none
// flags: -pthread
// Who waits for a signal comes after whoever sent it.
#include <csignal>
#include <pthread.h>

int prepared;

static void* wait_for_it(void*) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  int got = 0;
  if (sigwait(&set, &got) == 0) ++prepared;
  return nullptr;
}

int main() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  pthread_t waiter;
  pthread_create(&waiter, nullptr, wait_for_it, nullptr);
  prepared = 1;
  pthread_kill(waiter, SIGUSR1);
  pthread_join(waiter, nullptr);
}
