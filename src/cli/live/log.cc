#include "cli/live/log.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/message.h"
#include "cli/reporting.h"

namespace steward::cli {
namespace {

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

LiveLog::~LiveLog() {
  if (file_ > STDERR_FILENO) close(file_);
}

void LiveLog::redirect(const std::string& path) {
  if (path == path_) return;
  if (file_ > STDERR_FILENO) close(file_);
  file_ = -1;
  path_ = path;
}

bool LiveLog::coloured() const {
  if (path_.empty() || path_ == "stderr") return is_screen(STDERR_FILENO);
  return path_ == "stdout" && is_screen(STDOUT_FILENO);
}

int LiveLog::target() {
  if (file_ >= 0) return file_;
  if (path_.empty() || path_ == "stderr") return file_ = STDERR_FILENO;
  if (path_ == "stdout") return file_ = STDOUT_FILENO;
  const std::string name = fmt::format("{}.{}", path_, process_);
  file_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) give_up(std::strerror(errno));
  return file_;
}

void LiveLog::give_up(const char* what) {
  say(fmt::format("log_path: cannot write {}.{}: {}; the reports follow here", path_, process_,
                  what));
  if (file_ > STDERR_FILENO) close(file_);
  file_ = STDERR_FILENO;
}

void LiveLog::write(std::string_view text) {
  const int file = target();
  if (write_all(file, text) || file <= STDERR_FILENO) return;
  give_up(std::strerror(errno));
  write_all(STDERR_FILENO, text);
}

}  // namespace steward::cli
