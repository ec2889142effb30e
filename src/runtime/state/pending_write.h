// A plain write of which it is not known yet whether it changes anything: callbacks come before
// their accesses, so the value is there at the thread's next callback.
//
// Except that GCC's assignment of a struct says that it writes, then that it reads, and only then
// copies: one read is let pass.
//
// By then its memory may be gone: another thread has unmapped it, or this one in a way that is not
// seen. And no handler of the program for memory that is not there may hear of our looking. So the
// kernel looks, which costs; but of a place that has once changed something nobody asks again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/platform/own_memory.h"

namespace steward {

// Thread safety: its thread's own.
class PendingWrite {
 public:
  bool waits() const { return size_ != 0; }
  // Which place in the program makes it. REQUIRES: it waits.
  std::uint32_t site() const { return site_; }

  // Waits for it, if it can be seen what is there now; whether that is so. REQUIRES: none waits.
  bool begin(const void* address, std::size_t size, std::uint32_t site) {
    before_ = 0;
    if (!takes(size) || !OwnMemory::look_at(address, &before_, size)) return false;
    address_ = address;
    site_ = site;
    size_ = static_cast<std::uint8_t>(size);
    reads_ = 0;
    return true;
  }
  // The thread reads something. Whether that settles what waits.
  bool settled_by_read() { return waits() && ++reads_ > 1; }
  // Whether it may have changed anything. It waits no more. REQUIRES: it waits.
  bool settle() {
    std::uint64_t now = 0;
    const bool same = OwnMemory::look_at(address_, &now, size_) && now == before_;
    size_ = 0;
    return !same;
  }

 private:
  // Others are not looked at.
  static bool takes(std::size_t size) { return size == 1 || size == 2 || size == 4 || size == 8; }

  const void* address_ = nullptr;
  std::uint64_t before_ = 0;
  std::uint32_t site_ = 0;
  std::uint8_t size_ = 0;
  std::uint8_t reads_ = 0;
};

}  // namespace steward
