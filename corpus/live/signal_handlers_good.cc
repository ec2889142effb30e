// expect: none
// flags: -pthread
// A handler may do anything if the thread has raised the signal itself; others put errno back.
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <pthread.h>
#include <unistd.h>

volatile std::sig_atomic_t done;
sigjmp_buf before;

static void allocate(int) {
  void* volatile block = std::malloc(20);
  std::free(block);
  errno = EIO;
}
static void restore(int) {
  const int saved = errno;
  errno = EIO;
  done = 1;
  errno = saved;
}
static void jump(int) { siglongjmp(before, 1); }
static void* interrupt(void* thread) {
  pthread_kill(*static_cast<pthread_t*>(thread), SIGALRM);
  return nullptr;
}
pthread_t self, other;
static void wait_for_it() {
  self = pthread_self();
  pthread_create(&other, nullptr, interrupt, &self);
  while (!done) usleep(1000);
}

int main() {
  std::signal(SIGUSR1, allocate);
  raise(SIGUSR1);
  pthread_kill(pthread_self(), SIGUSR1);
  std::signal(SIGALRM, restore);
  wait_for_it();
  pthread_join(other, nullptr);
  std::signal(SIGALRM, jump);
  done = 0;
  if (sigsetjmp(before, 1) == 0) wait_for_it();
  void* volatile block = std::malloc(20);  // the handler is over, though it did not return
  std::free(block);
  pthread_join(other, nullptr);
}
