// expect: finding signal-unsafe
// repeats: no, because its timer goes off by the real clock, also while its thread is at work
// flags: -pthread
// A handler that allocates, which it must not, and counts interrupts a thread that takes locks all
// the time.
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <sys/time.h>
#include <thread>

volatile std::sig_atomic_t alarms;
std::mutex mutex;
int counter;

static void count() {
  for (int i = 0; i < 50000; ++i) {
    const std::lock_guard<std::mutex> hold(mutex);
    ++counter;
  }
}

int main() {
  struct sigaction action = {};
  action.sa_handler = [](int) {
    alarms = alarms + 1;
    void* volatile block = std::malloc(20);
    std::free(block);
  };
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  sigset_t alarm_only;
  sigemptyset(&alarm_only);
  sigaddset(&alarm_only, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &alarm_only, nullptr);  // for the other thread
  std::thread other(count);
  pthread_sigmask(SIG_UNBLOCK, &alarm_only, nullptr);
  const itimerval often = {{0, 300}, {0, 300}};
  setitimer(ITIMER_REAL, &often, nullptr);
  while (alarms < 5) count();
  setitimer(ITIMER_REAL, nullptr, nullptr);
  other.join();
}
