#include "cli/live/kept_input.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace steward::cli {
namespace {

constexpr std::size_t kPiece = std::size_t{64} << 10;

void close_once(int& file) {
  if (file >= 0) close(std::exchange(file, -1));
}

}  // namespace

bool KeptInput::is_needed() {
  struct stat status {};
  return fstat(STDIN_FILENO, &status) == 0 &&
         (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

Result<KeptInput, std::string> KeptInput::create(const std::string& folder) {
  auto file = report::TemporaryFile::create(folder, "steward-input");
  if (!file) return std::move(file).error();
  return KeptInput(*std::move(file));
}

Feeding::Feeding(KeptInput& input) : input_(input) {
  // Without a pipe the program gets what it would get without this.
  if (pipe2(pipe_, O_CLOEXEC) == 0 && pipe2(stop_, O_CLOEXEC) == 0)
    fcntl(pipe_[1], F_SETFL, O_NONBLOCK);
}

void Feeding::begin() {
  close_once(pipe_[0]);
  if (stop_[1] < 0) return;
  // Signals are for the thread that watches the program; and a program that does not read is no
  // reason to die.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { feed(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Feeding::~Feeding() {
  close_once(stop_[1]);
  if (thread_.joinable()) thread_.join();
  for (int* const file : {&pipe_[0], &pipe_[1], &stop_[0]}) close_once(*file);
}

void Feeding::feed() {
  if (feed_kept() && feed_new()) close_once(pipe_[1]);
}

bool Feeding::feed_kept() {
  char piece[kPiece];
  for (off_t at = 0; at < input_.kept_;) {
    const ssize_t count = pread(input_.file_.descriptor(), piece, sizeof piece, at);
    if (count <= 0) break;
    if (!give(piece, static_cast<std::size_t>(count))) return false;
    at += count;
  }
  return true;
}

bool Feeding::feed_new() {
  char piece[kPiece];
  while (!input_.ended_) {
    if (!wait_for(STDIN_FILENO, POLLIN)) return false;
    const ssize_t count = read(STDIN_FILENO, piece, sizeof piece);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    input_.ended_ = count <= 0;
    if (input_.ended_) break;
    const auto size = static_cast<std::size_t>(count);
    if (input_.lost_ == 0 && input_.file_.write(piece, size)) input_.kept_ += count;
    else input_.lost_ += size;
    if (!give(piece, size)) return false;
  }
  return true;
}

bool Feeding::give(const char* from, std::size_t size) {
  while (size > 0) {
    if (!wait_for(pipe_[1], POLLOUT)) return false;
    const ssize_t count = ::write(pipe_[1], from, size);
    if (count < 0 && errno != EAGAIN && errno != EINTR) return false;
    if (count < 0) continue;
    from += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool Feeding::wait_for(int file, short events) const {
  pollfd both[] = {{file, events, 0}, {stop_[0], POLLIN, 0}};
  while (poll(both, 2, -1) < 0) {
  }
  return both[1].revents == 0;
}

}  // namespace steward::cli
