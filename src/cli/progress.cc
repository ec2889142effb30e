#include "cli/progress.h"

#include <fmt/format.h>
#include <iostream>

#include "report/render/phrases.h"

namespace steward::cli {

using report::counted;
using report::grouped;

void Progress::update(double fraction, std::uint64_t events, std::uint64_t races,
                      std::string_view phase) {
  const Clock::time_point now = Clock::now();
  if (phase != phase_) {
    phase_ = phase;
    phase_start_ = now;
  }
  const auto interval = terminal_ ? std::chrono::milliseconds(250) : std::chrono::seconds(10);
  if (now - last_ < interval) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - phase_start_).count();
  const double rate = seconds > 0 ? static_cast<double>(events) / seconds : 0;
  const std::string line =
      fmt::format("steward: {}: {:.0f} %, {} events/s, {} so far", phase, 100 * fraction,
                  grouped(static_cast<std::uint64_t>(rate)), counted(races, "race"));
  // Carriage return and "erase to the end of the line".
  std::cerr << (terminal_ ? "\r" + line + "\033[K" : line + "\n") << std::flush;
  shown_ = terminal_;
}

void Progress::clear() {
  if (shown_) std::cerr << "\r\033[K" << std::flush;
  shown_ = false;
}

}  // namespace steward::cli
