// The user's wish to stop a command that runs a program many times.
#pragma once

#include <atomic>
#include <csignal>
#include <iterator>

namespace steward::cli {

// During its life, SIGINT, SIGTERM, SIGHUP and SIGQUIT are noted; a second one, half a second later
// or more, ends the tool as usual. One at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  const std::atomic<bool>& wanted() const;
  // As if a signal had come.
  static void request();

 private:
  static constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  struct sigaction before_[4];
};

}  // namespace steward::cli
