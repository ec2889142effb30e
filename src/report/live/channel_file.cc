#include "report/live/channel_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <new>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace steward::report {
namespace {

// How much room is really there ahead of what is used.
constexpr std::uint64_t kReserved = std::uint64_t{4} << 20;

int reserve(int file, std::uint64_t from) {
  return posix_fallocate(file, static_cast<off_t>(from), static_cast<off_t>(kReserved));
}

}  // namespace

Result<ChannelFile, std::string> ChannelFile::create(const std::string& folder, int exit_code,
                                                     channel::OnRace on_race) {
  auto temporary = TemporaryFile::create(folder, "steward-channel");
  if (!temporary) return std::move(temporary).error();
  const int file = temporary->descriptor();
  int failure = reserve(file, 0);
  if (failure == 0 && ftruncate(file, static_cast<off_t>(kCapacity)) != 0) failure = errno;
  void* memory = MAP_FAILED;
  if (failure == 0) {
    memory = mmap(nullptr, kCapacity, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) failure = errno;
  }
  if (failure != 0) {
    return fmt::format("no room for the reports in {}: {}; set TMPDIR to another folder", folder,
                       std::strerror(failure));
  }
  auto* header = new (memory) channel::Header{};
  header->magic = channel::kMagic;
  header->version = channel::kVersion;
  header->tool_process = static_cast<std::uint32_t>(getpid());
  header->capacity = kCapacity;
  header->ready = kReserved;
  header->used = sizeof(channel::Header);
  header->exit_code = static_cast<std::uint32_t>(exit_code);
  header->on_race = on_race;
  return ChannelFile(*std::move(temporary), memory);
}

ChannelFile::ChannelFile(ChannelFile&& other) noexcept
    : file_(std::move(other.file_)), memory_(std::exchange(other.memory_, nullptr)) {}

ChannelFile::~ChannelFile() {
  if (memory_ != nullptr) munmap(memory_, kCapacity);
}

void ChannelFile::make_room() {
  const std::uint64_t ready = header().ready;
  if (header().used + kReserved <= ready || ready >= kCapacity || header().full != 0) return;
  if (reserve(file_.descriptor(), ready) == 0) header().ready = ready + kReserved;
  else header().full = 1;
}

}  // namespace steward::report
