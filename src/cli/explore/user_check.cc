#include "cli/explore/user_check.h"

#include <cstring>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/explore/leftovers.h"
#include "cli/message.h"
#include "report/live/temporary_file.h"

namespace steward::cli {
namespace {

constexpr int kCannotStart = 126;

}  // namespace

// Not by system(): others of this process wait for their children at the same time, and would take
// this one for a leftover.
int code_of_check(const std::string& command, const std::string& output) {
  auto file = report::TemporaryFile::create(report::temporary_folder(), "steward-output");
  if (!file || !file->write(output.data(), output.size())) return kCannotStart;
  const std::string whole =
      fmt::format("( {} ) < {} > /dev/null 2>&1", command, shell_word(file->path()));
  const auto shell = start_awaited([&]() -> Result<pid_t, UsageError> {
    const char* const words[] = {"sh", "-c", whole.c_str(), nullptr};
    pid_t child = 0;
    const int problem =
        posix_spawn(&child, "/bin/sh", nullptr, nullptr, const_cast<char* const*>(words), environ);
    if (problem != 0)
      return UsageError{fmt::format("--check cannot be started: {}", std::strerror(problem))};
    return child;
  });
  if (!shell) {
    say(shell.error().message);
    return kCannotStart;
  }
  const int status = wait_for(*shell);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace steward::cli
