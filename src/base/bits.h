// 64 bits that one thread changes, who holds what they are part of, while others may look at them.
#pragma once

#include <cstdint>

#include "base/membarrier.h"
#include "base/spinning.h"

namespace steward {

// Where only one thread is at work, nobody looks meanwhile.
class PlainBits {
 public:
  std::uint64_t load() const { return bits_; }
  // What was stored before what is found here is seen afterwards.
  std::uint64_t load_acquire() const { return bits_; }
  void store(std::uint64_t bits) { bits_ = bits; }
  // What was stored before is seen by whoever sees this: it gives up what is held, or leads to what
  // is new.
  void store_release(std::uint64_t bits) { bits_ = bits; }
  void publish(std::uint64_t bits) { bits_ = bits; }
  // If it is still `expected`. May fail for no reason.
  bool exchange_if(std::uint64_t expected, std::uint64_t bits) {
    if (bits_ != expected) return false;
    bits_ = bits;
    return true;
  }
  // The same, by who holds nothing for it afterwards.
  bool replace_if(std::uint64_t expected, std::uint64_t bits) {
    return exchange_if(expected, bits);
  }
  // Before trying again, after so many tries.
  static void pause(unsigned) {}
  // All other threads: what they have stored by now is seen, and what they load from now on is not
  // older. They need do nothing for it but keep their compiler from changing the order: in_order().
  static bool can_fence_others() { return true; }
  static void fence_others() {}
  static void in_order() {}

 private:
  std::uint64_t bits_ = 0;
};

// The threads of a running program. tests/stepping has a third kind, which a test runs
// through all interleavings.
class SharedBits {
 public:
  SharedBits() = default;
  SharedBits(const SharedBits& other) : bits_(other.load()) {}
  SharedBits& operator=(const SharedBits& other) {
    store(other.load());
    return *this;
  }

  std::uint64_t load() const { return __atomic_load_n(&bits_, __ATOMIC_RELAXED); }
  std::uint64_t load_acquire() const { return __atomic_load_n(&bits_, __ATOMIC_ACQUIRE); }
  void store(std::uint64_t bits) { __atomic_store_n(&bits_, bits, __ATOMIC_RELAXED); }
  void store_release(std::uint64_t bits) { __atomic_store_n(&bits_, bits, __ATOMIC_RELEASE); }
  void publish(std::uint64_t bits) { store_release(bits); }
  bool exchange_if(std::uint64_t expected, std::uint64_t bits) {
    return __atomic_compare_exchange_n(&bits_, &expected, bits, true, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED);
  }
  bool replace_if(std::uint64_t expected, std::uint64_t bits) {
    return __atomic_compare_exchange_n(&bits_, &expected, bits, true, __ATOMIC_ACQ_REL,
                                       __ATOMIC_RELAXED);
  }
  static void pause(unsigned tries) { wait_a_little(tries); }
  static bool can_fence_others() { return membarrier::announce(); }
  static void fence_others() { membarrier::fence_others(); }
  static void in_order() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace steward
