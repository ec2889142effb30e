// Stale values on their way to the program: a read gets one by finding it in memory. The callback
// of an access comes before it, so the value is put there, the thread reads it, and at the thread's
// next entry into the runtime what was there is put back. One thread runs at a time, and others
// only after such an entry: nobody else sees it.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/heap.h"
#include "base/vector.h"
#include "core/event/types.h"
#include "core/memory/write_buffer.h"
#include "core/policy/byte_set.h"

namespace steward {

inline std::uint64_t word_at(Address word) {
  std::uint64_t content;
  std::memcpy(&content, reinterpret_cast<const void*>(word.value()), sizeof content);
  return content;
}

class PlacedValues {
 public:
  explicit PlacedValues(Heap& heap) : placed_(heap) {}

  bool empty() const { return placed_.empty(); }
  void place(Address word, std::uint8_t bytes, std::uint64_t value) {
    const std::uint64_t bits = bits_of(bytes);
    placed_.push_back({word, bytes, word_at(word) & bits, value & bits});
    put(word, bytes, value);
  }
  // Not where somebody has written meanwhile, by an access that nobody told.
  void take_back() {
    for (const Placed& one : placed_)
      if ((word_at(one.word) & bits_of(one.bytes)) == one.value)
        put(one.word, one.bytes, one.before);
    placed_.clear();
  }

 private:
  struct Placed {
    Address word;
    std::uint8_t bytes;
    std::uint64_t before, value;
  };

  static void put(Address word, std::uint8_t bytes, std::uint64_t value) {
    auto* const at = reinterpret_cast<volatile std::uint8_t*>(word.value());
    for (unsigned i = 0; i < kWordBytes; ++i)
      if ((bytes >> i & 1) != 0) at[i] = static_cast<std::uint8_t>(value >> 8 * i);
  }

  Vector<Placed> placed_;
};

}  // namespace steward
