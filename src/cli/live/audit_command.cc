#include "cli/live/audit_command.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace steward::cli {
namespace {

[[noreturn]] void become(const std::vector<std::string>& words,
                         const std::vector<std::pair<std::string, std::string>>& environment,
                         int output) {
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDERR_FILENO);
  dup2(output, STDOUT_FILENO);
  // Compilers translate what they say.
  setenv("LC_ALL", "C", 1);
  for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

std::string all_from(int file) {
  std::string text;
  char part[4096];
  for (ssize_t size = 0; (size = read(file, part, sizeof part)) != 0;) {
    if (size > 0) text.append(part, static_cast<std::size_t>(size));
    else if (errno != EINTR) break;
  }
  return text;
}

}  // namespace

CommandOutput output_of(const std::vector<std::string>& words,
                        const std::vector<std::pair<std::string, std::string>>& environment) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  const pid_t child = fork();
  if (child == 0) become(words, environment, ends[1]);
  close(ends[1]);
  CommandOutput output;
  if (child > 0) output.text = all_from(ends[0]);
  close(ends[0]);
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)) {
    output.status = WEXITSTATUS(status);
  }
  return output;
}

}  // namespace steward::cli
