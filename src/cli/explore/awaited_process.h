// A process whose end a thread waits for: who reads what it has to say is woken by it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <sys/types.h>
#include <thread>

#include "cli/live/watch.h"

namespace steward::cli {

class AwaitedProcess : public Process {
 public:
  // `wait` returns its status when it has ended. Then `wake` grows, and who waits for that wakes
  // up.
  AwaitedProcess(pid_t number, std::function<int()> wait, std::atomic<std::uint32_t>& wake);
  // Ends it if it has not.
  ~AwaitedProcess() override;

  std::optional<int> ended() override;
  void kill() override;
  pid_t number() const { return number_; }

 private:
  const pid_t number_;
  int status_ = 0;
  std::atomic<bool> ended_ = false;
  std::thread waits_;
};

}  // namespace steward::cli
