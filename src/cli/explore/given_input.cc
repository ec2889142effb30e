#include "cli/explore/given_input.h"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <unistd.h>
#include <vector>

namespace steward::cli {
namespace {

constexpr int kPatience = 1000;  // milliseconds

// A pipe that somebody has open and nobody uses would never end.
bool anything_comes() {
  if (isatty(STDIN_FILENO) != 0) return false;
  pollfd input = {STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, kPatience) > 0;
}

}  // namespace

Result<report::TemporaryFile, std::string> GivenInput::empty() {
  return report::TemporaryFile::create(report::temporary_folder(), "steward-input");
}

Result<GivenInput, std::string> GivenInput::take() {
  auto file = empty();
  if (!file) return std::move(file).error();
  std::vector<char> piece(std::size_t{64} << 10);
  while (anything_comes()) {
    const ssize_t count = read(STDIN_FILENO, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    if (auto kept = file->write(piece.data(), static_cast<std::size_t>(count)); !kept)
      return std::move(kept).error();
  }
  return GivenInput(*std::move(file));
}

Result<GivenInput, std::string> GivenInput::of(const std::string& bytes) {
  auto file = empty();
  if (!file) return std::move(file).error();
  if (auto written = file->write(bytes.data(), bytes.size()); !written)
    return std::move(written).error();
  return GivenInput(*std::move(file));
}

std::string GivenInput::bytes() const {
  std::ifstream file(path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace steward::cli
