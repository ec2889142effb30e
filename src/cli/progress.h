// Tells whoever waits for a long command that it is alive and how far it is.
#pragma once

#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

#include "report/render/phrases.h"

namespace steward::cli {

inline std::size_t columns_of_terminal() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// On a terminal one line that is rewritten a few times a second; elsewhere, a line every ten
// seconds, so that a log shows life without drowning. Short commands print nothing.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;

  using Columns = std::function<std::size_t()>;

  // `out` must outlive this. `columns`: of the terminal, 0 if nobody knows.
  Progress(std::ostream& out, bool terminal, Now now = Clock::now,
           Columns columns = columns_of_terminal)
      : out_(out), terminal_(terminal), now_(std::move(now)), columns_(std::move(columns)) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // May be called often: most calls only look at the clock. `fraction` and `events` count from the
  // start of the phase; `races` only where they are looked for.
  void update(double fraction, std::uint64_t events, std::optional<std::uint64_t> races,
              std::string_view phase) {
    const Clock::time_point now = now_();
    if (phase != phase_) {
      phase_ = phase;
      phase_start_ = now;
    }
    if (!is_time(now)) return;
    const double seconds = std::chrono::duration<double>(now - phase_start_).count();
    const double rate = seconds > 0 ? static_cast<double>(events) / seconds : 0;
    std::string line = fmt::format("{}: {:.0f} %, {} events/s", phase, 100 * fraction,
                                   report::grouped(static_cast<std::uint64_t>(rate)));
    if (races) line += fmt::format(", {} so far", report::counted(*races, "race"));
    show(line);
  }
  // The same for what is counted in other ways.
  void update(const std::function<std::string()>& line) {
    if (is_time(now_())) show(line());
  }

  // What it gives comes first in each line from now on. On a terminal the next line is shown at
  // once.
  void set_heading(std::function<std::string()> heading) {
    heading_ = std::move(heading);
    is_new_ = terminal_;
  }

  // Takes the line off the terminal, before anything else is printed.
  void clear() {
    if (shown_) out_ << "\r\033[K" << std::flush;
    shown_ = false;
  }

 private:
  bool is_time(Clock::time_point now) {
    const auto interval = terminal_ ? std::chrono::milliseconds(250) : std::chrono::seconds(10);
    if (now - last_ < interval && !is_new_) return false;
    last_ = now;
    is_new_ = false;
    return true;
  }
  void show(const std::string& text) {
    std::string line = "steward: " + (heading_ ? heading_() : "") + text;
    // What goes on in the next line of the terminal would stay there.
    if (const std::size_t columns = columns_(); terminal_ && columns > 0 && line.size() >= columns)
      line.resize(columns - 1);
    // Carriage return and "erase to the end of the line".
    out_ << (terminal_ ? "\r" + line + "\033[K" : line + "\n") << std::flush;
    shown_ = terminal_;
  }

  std::ostream& out_;
  const bool terminal_;
  const Now now_;
  const Columns columns_;
  bool is_new_ = false;  // what is to be shown is of another kind than before
  Clock::time_point last_ = now_();
  Clock::time_point phase_start_ = last_;
  std::string phase_;
  std::function<std::string()> heading_;
  bool shown_ = false;
};

}  // namespace steward::cli
