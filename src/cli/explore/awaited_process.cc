#include "cli/explore/awaited_process.h"

#include <climits>
#include <csignal>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace steward::cli {

AwaitedProcess::AwaitedProcess(pid_t number, std::function<int()> wait,
                               std::atomic<std::uint32_t>& wake)
    : number_(number), waits_([this, wait = std::move(wait), &wake] {
        status_ = wait();
        ended_.store(true, std::memory_order_release);
        wake.fetch_add(1);
        syscall(SYS_futex, &wake, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
      }) {}

AwaitedProcess::~AwaitedProcess() {
  kill();
  waits_.join();
}

std::optional<int> AwaitedProcess::ended() {
  if (!ended_.load(std::memory_order_acquire)) return std::nullopt;
  return status_;
}

void AwaitedProcess::kill() {
  if (!ended_.load(std::memory_order_acquire)) ::kill(number_, SIGKILL);
}

}  // namespace steward::cli
