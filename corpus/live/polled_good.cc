// expect: none
// flags: -pthread
// Who is told that there is something to read knows what came before it was written.
#include <cstdint>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <thread>
#include <unistd.h>

int by_poll, by_select, by_signal;

int main() {
  const int first = eventfd(0, 0);
  const int second = eventfd(0, 0);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  const int signals = signalfd(-1, &set, 0);
  std::thread writer([&] {
    by_poll = 1;
    eventfd_write(first, 1);
    by_select = 1;
    eventfd_write(second, 1);
    by_signal = 1;
    kill(getpid(), SIGUSR1);
  });
  pollfd file = {first, POLLIN, 0};
  if (poll(&file, 1, -1) == 1) ++by_poll;
  fd_set files;
  FD_ZERO(&files);
  FD_SET(second, &files);
  if (select(second + 1, &files, nullptr, nullptr, nullptr) == 1) ++by_select;
  signalfd_siginfo info;
  if (read(signals, &info, sizeof info) == sizeof info) ++by_signal;
  writer.join();
}
