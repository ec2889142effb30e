#include "cli/live/processes.h"

#include <array>
#include <charconv>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace steward::cli {
namespace {

bool is_over(char state) { return state == 0 || state == 'Z' || state == 'X'; }

// "17 (name) S 4 …", where names may contain anything.
ProcessStat read_stat(const std::string& text) {
  ProcessStat stat;
  const std::size_t end = text.rfind(") ");
  if (end == std::string::npos || end + 4 > text.size()) return stat;
  stat.state = text[end + 2];
  std::from_chars(text.data() + end + 4, text.data() + text.size(), stat.parent);
  return stat;
}

}  // namespace

std::string contents_of_proc(pid_t process, const char* file) {
  std::string text;
  const int opened =
      ::open(fmt::format("/proc/{}/{}", process, file).c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0) return text;
  std::array<char, 4096> piece;
  for (ssize_t count = 0; (count = read(opened, piece.data(), piece.size())) > 0;)
    text.append(piece.data(), static_cast<std::size_t>(count));
  close(opened);
  return text;
}

ProcessStat stat_of(pid_t process) { return read_stat(contents_of_proc(process, "stat")); }

bool was_started_with(pid_t process, const std::string& mark) {
  return contents_of_proc(process, "environ").find(mark) != std::string::npos;
}

std::vector<pid_t> processes_started_with(const std::string& mark) {
  std::vector<pid_t> all;
  for_each_process([&](pid_t process) {
    if (was_started_with(process, mark)) all.push_back(process);
  });
  return all;
}

bool goes_on(pid_t process) {
  if (!is_over(stat_of(process).state)) return true;
  std::error_code failure;
  const std::string tasks = fmt::format("/proc/{}/task", process);
  for (std::filesystem::directory_iterator entry(tasks, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const std::string file = "task/" + entry->path().filename().string() + "/stat";
    if (!is_over(read_stat(contents_of_proc(process, file.c_str())).state)) return true;
  }
  return false;
}

}  // namespace steward::cli
