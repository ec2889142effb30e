#include "cli/explore/leftovers.h"

#include <cerrno>
#include <csignal>
#include <mutex>
#include <set>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "cli/live/processes.h"

namespace steward::cli {
namespace {

// Held while a process is started, so that nobody finds one that is not in the set yet.
std::mutex mutex;
std::set<pid_t> awaited;
bool adopts = false;
unsigned executions = 0;  // whose leftovers were looked for
constexpr unsigned kNowAndThen = 64;

struct ChildState {
  pid_t number = 0;
  bool ended = false;
};

// Those of the tool that nobody waits for.
std::vector<ChildState> children(pid_t first) {
  std::vector<ChildState> all;
  for_each_process([&](pid_t number) {
    if (number < first) return;
    const ProcessStat stat = stat_of(number);
    if (stat.state == 0 || stat.parent != getpid()) return;
    if (!awaited.contains(number)) all.push_back({number, stat.state == 'Z'});
  });
  return all;
}

// An empty mark is anybody's.
void end_those_with(const std::string& mark, pid_t first) {
  // The children of whoever is ended come to us then.
  for (bool found = true; found;) {
    found = false;
    for (const ChildState& child : children(first)) {
      if (!child.ended && !mark.empty() && !was_started_with(child.number, mark)) continue;
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
    for (const ChildState& child : children(0)) awaited.insert(child.number);
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
