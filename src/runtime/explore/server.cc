// Makes a process for each execution that the tool wants: see channel/server.h.
#include "channel/server.h"

#include <cstdlib>
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "channel/exploration.h"
#include "runtime/explore/stand_in.h"
#include "runtime/platform/raw.h"
#include "runtime/turns/turns.h"

using namespace steward;
using channel::ServerAnswer;

namespace {

STEWARD_BEHIND(fork);

// Of the tool; -1 if it has not asked this process.
int find_socket() {
  const char* const text = std::getenv(channel::kServerVariable);
  if (text == nullptr) return -1;
  char* colon = nullptr;
  const long socket = std::strtol(text, &colon, 10);
  const bool asked = *colon == ':' && raw::parent_process() == std::strtoul(colon + 1, nullptr, 10);
  // Not for programs that this one starts.
  unsetenv(channel::kServerVariable);
  return asked ? static_cast<int>(socket) : -1;
}

// A process that is made by one with other threads would not have those.
bool is_alone() {
  struct stat tasks;
  constexpr unsigned kBesideTasks = 2;  // links that any folder has
  return !raw::failed(raw::call(SYS_newfstatat, AT_FDCWD, reinterpret_cast<long>("/proc/self/task"),
                                reinterpret_cast<long>(&tasks), 0)) &&
         tasks.st_nlink == kBesideTasks + 1;
}

// From a file, if the tool says so.
void take_input() {
  const char* const path = std::getenv(channel::kInputVariable);
  const int file = path == nullptr ? -1 : raw::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  raw::call(SYS_dup2, file, STDIN_FILENO);
  raw::close(file);
  unsetenv(channel::kInputVariable);
}

bool is_asked(int socket) {
  char byte;
  long count;
  do count = raw::read(socket, &byte, 1);
  while (count == -EINTR);
  return count == 1;
}

void answer(int socket, ServerAnswer::What what, int value) {
  const ServerAnswer answer{what, value};
  raw::write(socket, reinterpret_cast<const char*>(&answer), sizeof answer);
}

// In a new process: it goes with its maker, and reads its input as if it were the first.
void begin_execution(int socket, long input_at) {
  raw::close(socket);
  raw::call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (!raw::failed(input_at)) raw::call(SYS_lseek, STDIN_FILENO, input_at, SEEK_SET);
}

}  // namespace

namespace steward {

void before_activation() {
  take_input();
  const int socket = find_socket();
  if (socket < 0) return;
  const long input_at = raw::call(SYS_lseek, STDIN_FILENO, 0, SEEK_CUR);
  while (is_asked(socket)) {
    if (!is_alone()) {
      answer(socket, ServerAnswer::What::failed, EBUSY);
      continue;
    }
    const pid_t child = behind_fork();
    if (child == 0) return begin_execution(socket, input_at);
    if (child < 0) {
      answer(socket, ServerAnswer::What::failed, errno);
      continue;
    }
    answer(socket, ServerAnswer::What::begun, child);
    int status = 0;
    long ended;
    do ended = raw::call(SYS_wait4, child, reinterpret_cast<long>(&status));
    while (ended == -EINTR);
    answer(socket, ServerAnswer::What::ended, status);
  }
  raw::exit_process(0);
}

}  // namespace steward
