// A plain write of which it is not known yet whether it changes anything: callbacks come before
// their accesses, so the value is there at the thread's next callback.
//
// Except that GCC's assignment of a struct says that it writes, then that it reads, and only then
// copies: one read is let pass.
#pragma once

#include <cstddef>
#include <cstdint>

namespace steward {

// Thread safety: its thread's own.
class PendingWrite {
 public:
  // Other sizes are not looked at.
  static bool takes(std::size_t size) { return size == 1 || size == 2 || size == 4 || size == 8; }

  bool waits() const { return size_ != 0; }
  // Which place in the program makes it. REQUIRES: it waits.
  std::uint32_t site() const { return site_; }

  // REQUIRES: none waits, and it takes that size.
  void begin(const void* address, std::size_t size, std::uint32_t site) {
    address_ = address;
    site_ = site;
    size_ = static_cast<std::uint8_t>(size);
    reads_ = 0;
    before_ = value();
  }
  // The thread reads something. Whether that settles what waits.
  bool settled_by_read() { return waits() && ++reads_ > 1; }
  // Whether it has changed anything. It waits no more. REQUIRES: it waits.
  bool settle() {
    const bool changed = value() != before_;
    size_ = 0;
    return changed;
  }

 private:
  template <class T>
  std::uint64_t value_as() const {
    T value;
    __builtin_memcpy(&value, address_, sizeof value);  // inlined: it may lie anywhere
    return value;
  }
  std::uint64_t value() const {
    asm volatile("" : : "r"(address_) : "memory");  // the program changes it, behind our back
    switch (size_) {
      case 1: return value_as<std::uint8_t>();
      case 2: return value_as<std::uint16_t>();
      case 4: return value_as<std::uint32_t>();
      default: return value_as<std::uint64_t>();
    }
  }

  const void* address_ = nullptr;
  std::uint64_t before_ = 0;
  std::uint32_t site_ = 0;
  std::uint8_t size_ = 0;
  std::uint8_t reads_ = 0;
};

}  // namespace steward
