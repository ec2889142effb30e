// What was decided in one execution, in order: enough to repeat it, and to notice where a
// repetition differs. The binary form is described in docs/formats/schedule.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/varint.h"
#include "sched/strategy.h"

namespace steward {

// Who was chosen among how many, and what it does; or a number that was drawn; or that what a
// thread waits for has come from outside, or is gone again if it had come.
struct Decision {
  enum class What : std::uint8_t { choice, draw, arrival };

  What what = What::choice;
  // Of a choice; an arrival has only the thread.
  OperationKind kind = OperationKind::begin;
  ThreadId thread;
  std::uint32_t enabled = 0;
  std::uint64_t object = 0;
  // Of a draw.
  std::uint64_t bound = 0;
  std::uint64_t value = 0;

  // Of nobody: to let time pass is a draw of none, the value says among how many.
  static Decision choice(const Moment& moment, std::size_t chosen);
  static Decision draw(std::uint64_t bound, std::uint64_t value);
  static Decision arrival(ThreadId thread);
  bool lets_time_pass() const { return what == What::draw && bound == 0; }
  friend bool operator==(const Decision&, const Decision&) = default;
};

namespace schedule_format {

inline constexpr unsigned char kMagic[8] = {0x89, 'S', 'T', 'S', '\r', '\n', 0x1a, '\n'};
inline constexpr std::uint16_t kVersion = 4;
inline constexpr std::size_t kHeaderBytes = 12;

// The low two bits of a record's first byte.
enum class Tag : std::uint8_t { nothing, choice, draw, end };
inline constexpr unsigned kTagMask = 3;
// Of a draw: it is none, but an arrival.
inline constexpr unsigned kArrival = 4;
// Of a choice.
inline constexpr unsigned kThreadFollows = 4;
inline constexpr unsigned kEnabledFollows = 8;
inline constexpr unsigned kKindShift = 4;

inline constexpr std::size_t kMaxRecordBytes = 1 + 3 * kMaxVarintBytes;

// What both sides remember of the choices before, so that a record says only what is new.
struct History {
  static constexpr std::size_t kSlots = 64;

  ThreadId thread;
  std::uint32_t enabled = 0;
  std::uint64_t objects[kSlots] = {};

  std::uint64_t& object_of(ThreadId of) { return objects[of.value() % kSlots]; }
};

}  // namespace schedule_format

// Where a schedule goes: a file that survives the process, or memory in tests.
class ScheduleSink {
 public:
  ScheduleSink(const ScheduleSink&) = delete;
  ScheduleSink& operator=(const ScheduleSink&) = delete;

  // The header or one whole record. A schedule may end behind any of them.
  virtual void write(std::span<const std::byte> record) = 0;

 protected:
  ScheduleSink() = default;
  ~ScheduleSink() = default;
};

class ScheduleWriter {
 public:
  // Writes the header. The sink must outlive the writer.
  explicit ScheduleWriter(ScheduleSink& sink);

  void add(const Decision& decision);
  // The execution has ended; without this, the schedule says that nobody knows.
  void finish();

 private:
  std::byte* put_choice(std::byte* out, const Decision& decision);

  ScheduleSink& sink_;
  schedule_format::History history_;
  std::uint64_t decisions_ = 0;
};

}  // namespace steward
