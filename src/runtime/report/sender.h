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
  // What the tool says to the record: counted, halts or dismissed. Counted as well if there is no
  // record, or no tool any more, or none that answers: nobody can say otherwise.
  channel::State answer_to(channel::RecordHeader* record);

  // A number that no process of the tree has had before.
  std::uint64_t new_question() const { return header_->questions.fetch_add(1) + 1; }

  int exit_code() const { return static_cast<int>(header_->exit_code); }
  channel::OnRace on_race() const { return header_->on_race; }
  channel::Uncaught uncaught() const { return header_->uncaught; }
  // How many of 100 locations are watched; 0: all.
  std::uint32_t sample() const { return header_->sample; }
  bool ignores_atomics() const { return header_->atomics == channel::Atomics::ignore; }
  bool ignores_constant_writes() const {
    return header_->constant_writes == channel::ConstantWrites::ignore;
  }
  std::size_t max_memory() const { return header_->max_memory; }

 private:
  // Whether the channel has room up to `end`.
  bool wait_for_room(std::uint64_t end) const;
  // Whether the tool may still do something, asked by who waits since then, in milliseconds.
  bool is_worth_waiting(std::uint64_t since) const;
  channel::Header* header_ = nullptr;
};

}  // namespace steward
