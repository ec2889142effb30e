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

// What all have in common.
void fill_in(channel::Header& header) {
  header.magic = channel::kMagic;
  header.version = channel::kVersion;
  header.tool_process = static_cast<std::uint32_t>(getpid());
  header.capacity = ChannelFile::kCapacity;
  header.used = sizeof(channel::Header);
}

}  // namespace

Result<ChannelFile, std::string> ChannelFile::create(const std::string& folder, int exit_code,
                                                     channel::OnRace on_race) {
  auto temporary = TemporaryFile::create(folder, "steward-channel");
  if (!temporary) return std::move(temporary).error();
  return create(*std::move(temporary), exit_code, on_race);
}

Result<ChannelFile, std::string> ChannelFile::create(TemporaryFile temporary, int exit_code,
                                                     channel::OnRace on_race) {
  const int file = temporary.descriptor();
  int failure = reserve(file, 0);
  if (failure == 0 && ftruncate(file, static_cast<off_t>(kCapacity)) != 0) failure = errno;
  void* memory = MAP_FAILED;
  if (failure == 0) {
    memory = mmap(nullptr, kCapacity, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) failure = errno;
  }
  if (failure != 0) {
    return fmt::format("no room for the reports in {}: {}; set TMPDIR to another folder",
                       temporary.path(), std::strerror(failure));
  }
  // It is written from its beginning: what lies ahead is of no use yet.
  madvise(memory, kCapacity, MADV_RANDOM);
  auto* header = new (memory) channel::Header{};
  header->ready = kReserved;
  header->exit_code = static_cast<std::uint32_t>(exit_code);
  header->on_race = on_race;
  fill_in(*header);
  return ChannelFile(std::move(temporary), memory);
}

ChannelFile::ChannelFile(ChannelFile&& other) noexcept
    : file_(std::move(other.file_)), memory_(std::exchange(other.memory_, nullptr)) {}

ChannelFile::~ChannelFile() {
  if (memory_ != nullptr) munmap(memory_, kCapacity);
}

void ChannelFile::reset() {
  channel::Header& old = header();
  const std::uint64_t ready = old.ready;
  const auto exit_code = old.exit_code;
  const auto on_race = old.on_race;
  std::memset(memory_, 0, old.used);
  auto* const fresh = new (memory_) channel::Header{};
  fresh->ready = ready;
  fresh->exit_code = exit_code;
  fresh->on_race = on_race;
  fill_in(*fresh);
}

void ChannelFile::make_room() {
  const std::uint64_t ready = header().ready;
  if (header().used + kReserved <= ready || ready >= kCapacity || header().full != 0) return;
  if (reserve(file_.descriptor(), ready) == 0) header().ready = ready + kReserved;
  else header().full = 1;
}

}  // namespace steward::report
