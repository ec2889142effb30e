// The trace of this process as it grows: docs/formats/trace.md, written from inside the program.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "core/event/event.h"
#include "runtime/analysis/interner.h"
#include "trace/binary_encoder.h"

namespace steward {

// Places in the program are named by their addresses, "0x…": the tool knows better names, later.
//
// Thread safety: none; whoever orders the events calls it.
class TraceFile {
 public:
  explicit TraceFile(Heap& heap) : sites_(heap) {}

  // Without a file nothing is written.
  void open(const char* path);
  void add(Event event, std::uint64_t counter);
  // The last record, and everything out. What is added later is lost.
  void finish();
  // The file is somebody else's to write: nothing of this goes into it.
  void abandon();

 private:
  struct Counter {
    std::uint64_t value;
    std::uint64_t hash() const { return mix_bits(value); }
    friend bool operator==(const Counter&, const Counter&) = default;
  };

  SiteId site_of(std::uint64_t counter);
  std::byte* room(std::size_t bytes);
  void used(std::byte* end) { used_ = static_cast<std::size_t>(end - buffer_); }
  void flush();

  static constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

  Interner<Counter> sites_;
  std::uint32_t sites_told_ = 0;
  BinaryEncoder encoder_;
  int file_ = -1;
  std::size_t used_ = 0;
  std::byte buffer_[kBufferBytes];
};

}  // namespace steward
