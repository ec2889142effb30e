// The runtime's end of the channel to the tool.
#pragma once

#include <cstdint>

#include "base/heap.h"
#include "channel/encoder.h"
#include "channel/layout.h"

namespace steward {

// Thread safety: any thread may call anything.
class Sender {
 public:
  // Maps the channel that the environment names. Without one there is nobody to report to.
  bool open(const char* path);

  // Null if there is no room left; the header counts that.
  channel::RecordHeader* send(channel::Kind kind, const channel::Encoder& body);
  // Until the tool has dealt with the record, or is gone. Whether it counts as a failure.
  bool wait_for(channel::RecordHeader* record);

  int exit_code() const { return static_cast<int>(header_->exit_code); }
  // Whether a process ends before an access that races.
  bool aborts() const { return header_->on_race == channel::OnRace::abort; }
  std::size_t max_memory() const { return header_->max_memory; }

 private:
  // Whether the channel has room up to `end`.
  bool wait_for_room(std::uint64_t end) const;
  channel::Header* header_ = nullptr;
};

}  // namespace steward
