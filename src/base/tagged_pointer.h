// A pointer and 8 bits in one word, for headers where every byte counts.
#pragma once

#include <cstdint>

#include "base/check.h"

namespace steward {

// Linux gives user space no address above 2^47 (x86-64) or 2^48 (aarch64) unless asked for it, and
// a Heap never asks: the top byte is free. The lowest bit is, too: it is a lock for whatever the
// pointer stands in. Checked when a pointer is stored.
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
  void set_tag(std::uint8_t tag) { bits_ = (bits_ & ~kTagMask) | (std::uint64_t{tag} << kShift); }

  // Both at once, for a test that must be one comparison: no pointer and exactly this tag.
  bool is_only(std::uint8_t tag) const {
    return (bits_ & ~kLocked) == std::uint64_t{tag} << kShift;
  }

  // Who holds the lock may use everything above; others only tag_now().
  void lock() {
    for (;;) {
      std::uint64_t seen = __atomic_load_n(&bits_, __ATOMIC_RELAXED);
      if ((seen & kLocked) == 0 && __atomic_compare_exchange_n(&bits_, &seen, seen | kLocked, true,
                                                               __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return;
      __builtin_ia32_pause();
    }
  }
  void unlock() { __atomic_store_n(&bits_, bits_ & ~kLocked, __ATOMIC_RELEASE); }
  std::uint8_t tag_now() const {
    return static_cast<std::uint8_t>(__atomic_load_n(&bits_, __ATOMIC_RELAXED) >> kShift);
  }

 private:
  static constexpr int kShift = 56;
  static constexpr std::uint64_t kLocked = 1;
  static constexpr std::uint64_t kTagMask = std::uint64_t{0xff} << kShift;
  static constexpr std::uint64_t kPointerMask = ~(kTagMask | kLocked);

  std::uint64_t bits_ = 0;
};

}  // namespace steward
