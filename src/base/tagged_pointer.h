// A pointer and 8 bits in one word, for headers where every byte counts.
#pragma once

#include <cstdint>

#include "base/bits.h"
#include "base/check.h"

namespace steward {

// Linux gives user space no address above 2^47 (x86-64) or 2^48 (aarch64) unless asked for it, and
// a Heap never asks: the top byte is free. The lowest bit is, too: it is a lock for whatever the
// pointer stands in. Checked when a pointer is stored.
//
// `Bits` is where both are kept (see bits.h).
template <class T, class Bits = PlainBits>
class TaggedPointer {
 public:
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the point of the class
  T* pointer() const { return reinterpret_cast<T*>(bits_.load() & kPointerMask); }
  std::uint8_t tag() const { return static_cast<std::uint8_t>(bits_.load() >> kShift); }

  void set_pointer(T* pointer) {
    const auto bits = reinterpret_cast<std::uint64_t>(pointer);
    STEWARD_DCHECK((bits & ~kPointerMask) == 0);
    bits_.store((bits_.load() & ~kPointerMask) | bits);
  }
  void set_tag(std::uint8_t tag) {
    bits_.store((bits_.load() & ~kTagMask) | (std::uint64_t{tag} << kShift));
  }

  // Both at once, for a test that must be one comparison: no pointer and exactly this tag.
  bool is_only(std::uint8_t tag) const {
    return (bits_.load() & ~kLocked) == std::uint64_t{tag} << kShift;
  }

  // Who holds the lock may use everything above; others only look, at something that may be over.
  void lock() {
    for (unsigned tries = 0;; ++tries) {
      const std::uint64_t seen = bits_.load();
      if ((seen & kLocked) == 0 && bits_.exchange_if(seen, seen | kLocked)) return;
      Bits::pause(tries);
    }
  }
  void unlock() { bits_.store_release(bits_.load() & ~kLocked); }

 private:
  static constexpr int kShift = 56;
  static constexpr std::uint64_t kLocked = 1;
  static constexpr std::uint64_t kTagMask = std::uint64_t{0xff} << kShift;
  static constexpr std::uint64_t kPointerMask = ~(kTagMask | kLocked);

  Bits bits_;
};

}  // namespace steward
