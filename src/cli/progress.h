// Tells whoever waits for a long analysis that it is alive and how far it is.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace steward::cli {

// On a terminal one line that is rewritten a few times a second; elsewhere, a line every ten
// seconds, so that a log shows life without drowning. Short analyses print nothing.
class Progress {
 public:
  explicit Progress(bool terminal) : terminal_(terminal) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // May be called often: most calls only look at the clock. `fraction` and `events` count from the
  // start of the phase.
  void update(double fraction, std::uint64_t events, std::uint64_t races, std::string_view phase);
  // Takes the line off the terminal, before anything else is printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  const bool terminal_;
  Clock::time_point last_ = Clock::now();
  Clock::time_point phase_start_ = last_;
  std::string phase_;
  bool shown_ = false;
};

}  // namespace steward::cli
