#include "cli/explore/leftovers.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace steward::cli {
namespace {

namespace fs = std::filesystem;

// Held while a process is started, so that nobody finds one that is not in the set yet.
std::mutex mutex;
std::set<pid_t> awaited;
bool adopts = false;
unsigned executions = 0;  // whose leftovers were looked for
constexpr unsigned kNowAndThen = 64;

// Of a process that may be gone meanwhile: reading fails then, for which streams throw.
std::string contents_of(const std::string& path) {
  std::string text;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  std::array<char, 4096> piece;
  for (ssize_t count = 0; (count = read(file, piece.data(), piece.size())) > 0;)
    text.append(piece.data(), static_cast<std::size_t>(count));
  close(file);
  return text;
}

struct Child {
  pid_t number = 0;
  bool ended = false;
};

// "17 (name) S 4 …", where names may contain anything.
bool is_ours(const std::string& stat, char& state) {
  const std::size_t end = stat.rfind(") ");
  if (end == std::string::npos || end + 4 > stat.size()) return false;
  state = stat[end + 2];
  pid_t parent = 0;
  std::from_chars(stat.data() + end + 4, stat.data() + stat.size(), parent);
  return parent == getpid();
}

// Those of the tool that nobody waits for.
std::vector<Child> children(pid_t first) {
  std::vector<Child> all;
  std::error_code failure;
  for (fs::directory_iterator entry("/proc", failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const std::string name = entry->path().filename();
    pid_t number = 0;
    const auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error != std::errc() || rest != name.data() + name.size() || number < first) continue;
    char state = 0;
    if (!is_ours(contents_of(fmt::format("/proc/{}/stat", number)), state)) continue;
    if (!awaited.contains(number)) all.push_back({number, state == 'Z'});
  }
  return all;
}

// Programs may give up variables, but what they were started with stays readable.
bool has_mark(pid_t process, const std::string& mark) {
  return contents_of(fmt::format("/proc/{}/environ", process)).find(mark) != std::string::npos;
}

// An empty mark is anybody's.
void end_those_with(const std::string& mark, pid_t first) {
  // The children of whoever is ended come to us then.
  for (bool found = true; found;) {
    found = false;
    for (const Child& child : children(first)) {
      if (!child.ended && !mark.empty() && !has_mark(child.number, mark)) continue;
      found = true;
      kill(child.number, SIGKILL);
      waitpid(child.number, nullptr, 0);
    }
  }
}

}  // namespace

Result<pid_t, UsageError> start_awaited(const std::function<Result<pid_t, UsageError>()>& start) {
  const std::lock_guard lock(mutex);
  // Whoever became the tool may have had children.
  if (!std::exchange(adopts, true)) {
    for (const Child& child : children(0)) awaited.insert(child.number);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
  }
  auto started = start();
  if (started) awaited.insert(*started);
  return started;
}

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  const std::lock_guard lock(mutex);
  awaited.erase(process);
  return status;
}

void end_leftovers(const std::string& mark, pid_t first) {
  const std::lock_guard lock(mutex);
  end_those_with(mark, ++executions % kNowAndThen == 0 ? 0 : first);
}

void end_all_leftovers() {
  const std::lock_guard lock(mutex);
  end_those_with("", 0);
}

}  // namespace steward::cli
