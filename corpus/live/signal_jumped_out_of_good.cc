// expect: none
// flags: -pthread
// A handler that is jumped out of, to end a wait: what comes then is not in a handler.
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

static sigjmp_buf back;

[[gnu::noinline]] static int deep(int left) {
  volatile char room[512];
  room[0] = static_cast<char>(left);
  if (left > 0) return deep(left - 1) + room[0];
  void* volatile block = std::malloc(10);
  std::free(block);
  return room[0];
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, [](void*) -> void* { return nullptr; }, nullptr);
  pthread_join(thread, nullptr);
  std::signal(SIGALRM, [](int) { siglongjmp(back, 1); });
  if (sigsetjmp(back, 1) == 0) {
    itimerval soon = {};
    soon.it_value.tv_usec = 20000;
    setitimer(ITIMER_REAL, &soon, nullptr);
    for (;;) pause();
  }
  return deep(40) < 0;
}
