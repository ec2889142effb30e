// A look at memory of this process that may be gone: the kernel looks, so that nothing faults.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "runtime/platform/raw.h"

namespace steward {

class OwnMemory {
 public:
  // Copies it. Whether that worked.
  static bool look_at(const void* from, void* into, std::size_t bytes) {
    if (refused_.load(std::memory_order_relaxed)) return false;
    std::uint32_t process = process_.load(std::memory_order_relaxed);
    if (process == 0) process_.store(process = raw::process(), std::memory_order_relaxed);
    const long result = raw::look_at(process, from, into, bytes);
    // What is not allowed now will not be later, in a container that forbids it.
    if (result == -EPERM || result == -ENOSYS) refused_.store(true, std::memory_order_relaxed);
    return result == static_cast<long>(bytes);
  }
  // To be called in the child of a fork, whose number is another.
  static void forget_process() { process_.store(0, std::memory_order_relaxed); }

 private:
  static inline constinit std::atomic<std::uint32_t> process_ = 0;
  static inline constinit std::atomic<bool> refused_ = false;
};

}  // namespace steward
