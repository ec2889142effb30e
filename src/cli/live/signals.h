// What the tool does with signals while a program runs.
#pragma once

#include <atomic>
#include <cstdint>
#include <sys/types.h>

namespace steward::cli {

// Until the end of its life: requests to end (SIGINT, SIGTERM, SIGHUP, SIGQUIT) go on to the
// program, and the tool stays to report what it found. Those that the terminal sent have reached
// the program already: they go to the whole group. And when the program ends, `wake` grows, so that
// whoever waits for it to change wakes up.
//
// One at a time.
class SignalForwarding {
 public:
  explicit SignalForwarding(std::atomic<std::uint32_t>& wake);
  ~SignalForwarding();
  SignalForwarding(const SignalForwarding&) = delete;
  SignalForwarding& operator=(const SignalForwarding&) = delete;

  // From now on to this process, and what came before it.
  void forward_to(pid_t program);
  // Has one of these requests reached the tool? A program may also end itself by such a signal.
  bool received(int number) const;
  bool received_any() const;
};

}  // namespace steward::cli
