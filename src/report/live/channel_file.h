// The tool's end of the channel: makes the file, maps it, and removes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "channel/layout.h"
#include "report/live/temporary_file.h"

namespace steward::report {

// A file, and not anonymous memory, because any process of the tree may be replaced by exec and
// must find it again by a name in its environment. It is sparse: what is not written takes no room.
class ChannelFile {
 public:
  static constexpr std::uint64_t kCapacity = std::uint64_t{256} << 20;

  // In `folder`. A process that has failed will end with `exit_code`. The error is a sentence.
  static Result<ChannelFile, std::string> create(const std::string& folder, int exit_code,
                                                 channel::OnRace on_race = channel::OnRace::go_on);
  // The same in that file.
  static Result<ChannelFile, std::string> create(TemporaryFile file, int exit_code,
                                                 channel::OnRace on_race = channel::OnRace::go_on);

  ChannelFile(ChannelFile&& other) noexcept;
  ChannelFile& operator=(ChannelFile&&) = delete;
  ~ChannelFile();

  // Empty again, for other processes. REQUIRES: no process writes to it any more.
  void reset();

  // Sees to it that there is room for what comes next. To be called whenever records were read.
  void make_room();

  const std::string& path() const { return file_.path(); }
  channel::Header& header() const { return *static_cast<channel::Header*>(memory_); }
  std::uint8_t* bytes() const { return static_cast<std::uint8_t*>(memory_); }

 private:
  ChannelFile(TemporaryFile file, void* memory) : file_(std::move(file)), memory_(memory) {}

  TemporaryFile file_;
  void* memory_;
};

}  // namespace steward::report
