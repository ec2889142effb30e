// The trace of this process as it grows: docs/formats/trace.md, written from inside the program.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "core/event/event.h"
#include "runtime/analysis/interner.h"
#include "runtime/record/mapped_file.h"
#include "trace/binary_encoder.h"

namespace steward {

// Places in the program are named by their addresses, "0x…": the tool knows better names, later.
//
// At every moment the file is a trace, at worst one that was cut off: behind its last record stands
// the beginning of an end, which the next record replaces in one store when it is whole. So what
// was added is there, also if the process is killed.
//
// Thread safety: none; whoever orders the events calls it.
class TraceFile {
 public:
  // `lost()`: events are not written any more, since the file cannot grow.
  TraceFile(Heap& heap, void (*lost)()) : lost_(lost), sites_(heap) {}

  // Without a file nothing is written.
  void open(const char* path);
  void add(Event event, std::uint64_t counter);
  // The last record. What is added later is lost.
  void finish();
  // The file is somebody else's to write: nothing of this goes into it.
  void abandon() { file_.leave(); }

 private:
  struct Counter {
    std::uint64_t value;
    std::uint64_t hash() const { return mix_bits(value); }
    friend bool operator==(const Counter&, const Counter&) = default;
  };
  static constexpr std::size_t kMaxSiteBytes = 256;

  SiteId site_of(std::uint64_t counter);
  // For an event, the place that it names, and the end.
  bool has_room() {
    return file_.room(BinaryEncoder::kMaxEventBytes + kMaxSiteBytes +
                      BinaryEncoder::kMaxEndBytes) != nullptr;
  }
  // REQUIRES: there is room.
  void put(const std::byte* record, const std::byte* end);
  void give_up();

  void (*const lost_)();
  bool lost_is_to_be_told_ = false;
  Interner<Counter> sites_;
  std::uint32_t sites_told_ = 0;
  BinaryEncoder encoder_;
  MappedFile file_;
};

}  // namespace steward
