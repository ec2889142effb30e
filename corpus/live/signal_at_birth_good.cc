// expect: none
// flags: -pthread
// A new thread's attributes unblock a signal that is pending: its handler is the first that runs in
// the thread, and comes after all that its creator did.
#include <csignal>
#include <pthread.h>
#include <unistd.h>

int data;
volatile std::sig_atomic_t seen;

void handle(int) { seen = data; }
void* nothing(void*) { return nullptr; }

int main() {
  sigset_t signals;
  sigemptyset(&signals);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setsigmask_np(&attributes, &signals);
  sigaddset(&signals, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGUSR1, handle);
  pthread_t thread;
  pthread_create(&thread, nullptr, nothing, nullptr);
  pthread_join(thread, nullptr);

  kill(getpid(), SIGUSR1);
  data = 42;
  pthread_create(&thread, &attributes, nothing, nullptr);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  return seen == 42 ? 0 : 1;
}
