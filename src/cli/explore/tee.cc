#include "cli/explore/tee.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace steward::cli {
namespace {

void close_end(int& end) {
  if (end >= 0) close(std::exchange(end, -1));
}

}  // namespace

Result<Tee, std::string> Tee::create() {
  Tee tee;
  if (pipe2(tee.pipe_, O_CLOEXEC) != 0 || pipe2(tee.stop_, O_CLOEXEC) != 0)
    return fmt::format("cannot make a pipe: {}", std::strerror(errno));
  return tee;
}

Tee::Tee(Tee&& other) noexcept
    : pipe_{std::exchange(other.pipe_[0], -1), std::exchange(other.pipe_[1], -1)},
      stop_{std::exchange(other.stop_[0], -1), std::exchange(other.stop_[1], -1)} {}

Tee::~Tee() {
  end();
  close_end(pipe_[0]);
  close_end(stop_[0]);
}

void Tee::begin(int out) {
  reads_ = std::thread([this, out, from = pipe_[0], stop = stop_[0]] {
    std::array<char, 4096> piece;
    ssize_t left = 1 << 16;  // what the system keeps for us at most
    for (;;) {
      // Whatever has come is read first; then whoever has stopped need not wait for more.
      pollfd both[] = {{from, POLLIN, 0}, {stop, POLLIN, 0}};
      if (poll(both, 2, -1) < 0 && errno == EINTR) continue;
      if (both[0].revents == 0) return;
      const ssize_t count = ::read(from, piece.data(), piece.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return;
      kept_.append(piece.data(), static_cast<std::size_t>(count));
      // Whoever is left may go on writing for ever.
      if (both[1].revents != 0 && (left -= count) < 0) return;
      for (ssize_t done = 0; done < count;) {
        const ssize_t written =
            ::write(out, piece.data() + done, static_cast<std::size_t>(count - done));
        if (written <= 0) break;
        done += written;
      }
    }
  });
}

std::string Tee::end() {
  close_end(pipe_[1]);
  close_end(stop_[1]);
  if (reads_.joinable()) reads_.join();
  return kept_;
}

}  // namespace steward::cli
