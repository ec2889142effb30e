// expect: finding errno-in-signal
// flags: -pthread
// The loop may look at errno right after the handler has changed it.
#include <cerrno>
#include <csignal>
#include <pthread.h>
#include <unistd.h>

volatile std::sig_atomic_t done;

static void handle(int) {
  errno = EIO;
  done = 1;
}
static void* interrupt(void* thread) {
  pthread_kill(*static_cast<pthread_t*>(thread), SIGALRM);
  return nullptr;
}

int main() {
  std::signal(SIGALRM, handle);
  pthread_t self = pthread_self(), other;
  pthread_create(&other, nullptr, interrupt, &self);
  while (!done) usleep(1000);
  pthread_join(other, nullptr);
}
