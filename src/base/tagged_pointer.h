// A pointer and 8 bits in one word, for headers where every byte counts.
#pragma once

#include <cstdint>

#include "base/check.h"

namespace steward {

// Linux gives user space no address above 2^47 (x86-64) or 2^48 (aarch64) unless asked for it, and
// a Heap never asks: the top byte is free. Checked when a pointer is stored.
template <class T>
class TaggedPointer {
 public:
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the point of the class
  T* pointer() const { return reinterpret_cast<T*>(bits_ & kPointerMask); }
  std::uint8_t tag() const { return static_cast<std::uint8_t>(bits_ >> kShift); }

  void set_pointer(T* pointer) {
    const auto bits = reinterpret_cast<std::uint64_t>(pointer);
    STEWARD_DCHECK((bits & ~kPointerMask) == 0);
    bits_ = (bits_ & ~kPointerMask) | bits;
  }
  void set_tag(std::uint8_t tag) {
    bits_ = (bits_ & kPointerMask) | (std::uint64_t{tag} << kShift);
  }

  // Both at once, for a test that must be one comparison: no pointer and exactly this tag.
  bool is_only(std::uint8_t tag) const { return bits_ == std::uint64_t{tag} << kShift; }

 private:
  static constexpr int kShift = 56;
  static constexpr std::uint64_t kPointerMask = (std::uint64_t{1} << kShift) - 1;

  std::uint64_t bits_ = 0;
};

}  // namespace steward
