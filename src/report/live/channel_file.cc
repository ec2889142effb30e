#include "report/live/channel_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <new>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace steward::report {
namespace {

// Room that is really there from the start: on a full disk, the first write into a sparse page
// would kill the watched program.
constexpr off_t kReserved = off_t{4} << 20;

}  // namespace

Result<ChannelFile, std::string> ChannelFile::create(const std::string& folder, int exit_code,
                                                     channel::OnRace on_race) {
  std::string path = folder + "/steward-channel-XXXXXX";
  const int file = mkostemp(path.data(), O_CLOEXEC);
  if (file < 0) return fmt::format("cannot write to {}: {}", folder, std::strerror(errno));
  int failure = posix_fallocate(file, 0, kReserved);
  if (failure == 0 && ftruncate(file, static_cast<off_t>(kCapacity)) != 0) failure = errno;
  void* memory = MAP_FAILED;
  if (failure == 0) {
    memory = mmap(nullptr, kCapacity, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) failure = errno;
  }
  close(file);
  if (failure != 0) {
    unlink(path.c_str());
    return fmt::format("cannot make {}: {}; TMPDIR names another folder", path,
                       std::strerror(failure));
  }
  auto* header = new (memory) channel::Header{};
  header->magic = channel::kMagic;
  header->version = channel::kVersion;
  header->tool_process = static_cast<std::uint32_t>(getpid());
  header->capacity = kCapacity;
  header->used = sizeof(channel::Header);
  header->exit_code = static_cast<std::uint32_t>(exit_code);
  header->on_race = on_race;
  return ChannelFile(std::move(path), memory);
}

ChannelFile::ChannelFile(ChannelFile&& other) noexcept
    : path_(std::move(other.path_)), memory_(std::exchange(other.memory_, nullptr)) {}

ChannelFile::~ChannelFile() {
  if (memory_ == nullptr) return;
  munmap(memory_, kCapacity);
  unlink(path_.c_str());
}

}  // namespace steward::report
