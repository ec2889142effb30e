#include "cli/live/signals.h"

#include <climits>
#include <csignal>
#include <cstring>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace steward::cli {
namespace {

constexpr int kForwarded[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

// Handlers find their object only through globals; lock-free, so they may touch them.
std::atomic<pid_t> program{0};
std::atomic<int> early{0};
std::atomic<std::uint64_t> seen{0};  // a bit each
std::atomic<std::uint32_t>* wake_word = nullptr;
struct sigaction before[NSIG];

void wake() {
  wake_word->fetch_add(1);
  syscall(SYS_futex, wake_word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void pass_on(int number, siginfo_t* information, void*) {
  seen |= std::uint64_t{1} << number;
  const bool from_terminal = information->si_code == SI_KERNEL;
  const pid_t target = program.load();
  if (target == 0) {
    early = number;
  } else if (!from_terminal) {
    kill(target, number);
  }
  wake();
}

void child_changed(int) { wake(); }

}  // namespace

SignalForwarding::SignalForwarding(std::atomic<std::uint32_t>& wake) {
  wake_word = &wake;
  program = 0;
  early = 0;
  seen = 0;
  struct sigaction action {};
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  action.sa_sigaction = pass_on;
  for (const int number : kForwarded) {
    sigaction(number, nullptr, &before[number]);
    // Whom nohup or a shell told to ignore a signal, goes on doing so, and the program too.
    if (before[number].sa_handler != SIG_IGN) sigaction(number, &action, nullptr);
  }
  action.sa_flags = SA_NOCLDSTOP | SA_RESTART;
  action.sa_handler = child_changed;
  sigaction(SIGCHLD, &action, &before[SIGCHLD]);
}

void SignalForwarding::forward_to(pid_t to) {
  program = to;
  if (const int number = early.exchange(0)) kill(to, number);
}

bool SignalForwarding::received(int number) const { return (seen >> number & 1) != 0; }
bool SignalForwarding::received_any() const { return seen != 0; }

SignalForwarding::~SignalForwarding() {
  for (const int number : kForwarded) sigaction(number, &before[number], nullptr);
  sigaction(SIGCHLD, &before[SIGCHLD], nullptr);
}

}  // namespace steward::cli
