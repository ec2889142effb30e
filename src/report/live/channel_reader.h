// Reads the records of a channel as they become complete.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "channel/layout.h"

namespace steward::report {

// One complete record, in place.
struct RecordView {
  channel::RecordHeader* header;
  std::span<const std::uint8_t> body;

  channel::Kind kind() const { return header->kind; }
  std::uint32_t process() const { return header->process; }
};

// Records complete in another order than they were reserved, and some never: their writer was
// killed. So one that is not complete is set aside and looked at again, and holds up none behind
// it. What a record needs to be understood (a thread, the modules) its process completed before.
class ChannelReader {
 public:
  // `bytes`: the mapped channel; must outlive the reader.
  explicit ChannelReader(std::uint8_t* bytes);

  // Hands over what has become complete since the last call; says how many that were. The receiver
  // answers: the state the record gets, for the writer who waits.
  std::size_t read(const std::function<channel::State(const RecordView&)>& receive);

  // Passes over a record whose writer died before it could say its size. Call when the reader has
  // made no progress for long: a living writer needs nanoseconds.
  void pass_over_gap();
  // Is there a reservation without a size?
  bool at_gap() const;

  std::uint64_t dropped() const { return header().dropped.load(); }
  // Reserved, but not complete: lost if all writers are gone.
  std::size_t incomplete() const { return set_aside_.size(); }

 private:
  channel::Header& header() const { return *reinterpret_cast<channel::Header*>(bytes_); }
  channel::RecordHeader* at(std::uint64_t offset) const {
    return reinterpret_cast<channel::RecordHeader*>(bytes_ + offset);
  }
  std::uint64_t end() const;
  // Is there a record of a possible size?
  bool plausible(std::uint64_t offset) const;

  std::uint8_t* const bytes_;
  std::uint64_t next_;
  std::vector<std::uint64_t> set_aside_;
};

}  // namespace steward::report
