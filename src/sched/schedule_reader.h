// Reads a schedule from memory. Whatever is there, it reads nothing outside of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sched/schedule.h"

namespace steward {

class ScheduleReader {
 public:
  enum class State : std::uint8_t {
    reading,
    ended,       // as the execution did
    unfinished,  // the writer came no further: its process was killed, perhaps
    damaged,     // or no schedule at all; see error()
  };

  // The bytes must outlive the reader.
  explicit ScheduleReader(std::span<const std::byte> bytes);

  // The next decision, if there is one: otherwise state() says why not.
  bool next(Decision& decision);
  // The same, and it is still the next one. What is no decision has not been seen yet.
  bool peek(Decision& decision) const;

  State state() const { return state_; }
  // What is wrong, in words, and where; null and 0 if nothing is.
  const char* error() const { return error_; }
  std::size_t error_offset() const { return error_offset_; }
  // How many decisions were read.
  std::uint64_t decisions() const { return decisions_; }

 private:
  bool read_choice(unsigned tag, Decision& decision);
  bool read_draw(Decision& decision);
  bool read_arrival(Decision& decision);
  bool read_end();
  // False, and an error, if the bytes end before the number does.
  bool number(std::uint64_t& value);
  bool number_up_to(std::uint64_t largest, std::uint64_t& value, const char* otherwise);
  bool only_zeros_follow() const;
  bool stop(State state);
  bool fail(const char* error);

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  std::size_t record_ = 0;  // where the record begins that is being read
  State state_ = State::reading;
  const char* error_ = nullptr;
  std::size_t error_offset_ = 0;
  std::uint64_t decisions_ = 0;
  schedule_format::History history_;
};

}  // namespace steward
