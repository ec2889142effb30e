// 64 bits that one thread changes, who holds what they are part of, while others may look at them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/spinning.h"

namespace steward {

// Where only one thread is at work, nobody looks meanwhile.
class PlainBits {
 public:
  static constexpr bool kIsMemory = true;  // nothing but the bits
  std::uint64_t load() const { return bits_; }
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
  void remove(std::uint64_t bits) { bits_ &= ~bits; }
  // See Bulk.
  static bool are_in_bulk(const void*) { return false; }
  // Before trying again, after so many tries.
  static void pause(unsigned) {}

 private:
  std::uint64_t bits_ = 0;
};

// The threads of a running program. tests/stepping has a third kind, which a test runs
// through all interleavings.
class SharedBits {
 public:
  static constexpr bool kIsMemory = true;
  SharedBits() = default;
  SharedBits(const SharedBits& other) : bits_(other.load()) {}
  SharedBits& operator=(const SharedBits& other) {
    store(other.load());
    return *this;
  }

  std::uint64_t load() const { return __atomic_load_n(&bits_, __ATOMIC_RELAXED); }
  void store(std::uint64_t bits) { __atomic_store_n(&bits_, bits, __ATOMIC_RELAXED); }
  void store_release(std::uint64_t bits) { __atomic_store_n(&bits_, bits, __ATOMIC_RELEASE); }
  void publish(std::uint64_t bits) { store_release(bits); }
  bool exchange_if(std::uint64_t expected, std::uint64_t bits) {
    return __atomic_compare_exchange_n(&bits_, &expected, bits, true, __ATOMIC_SEQ_CST,
                                       __ATOMIC_RELAXED);
  }
  void remove(std::uint64_t bits) { __atomic_fetch_and(&bits_, ~bits, __ATOMIC_RELAXED); }
  [[gnu::always_inline]] static bool are_in_bulk(const void* place);
  static void pause(unsigned tries) { wait_a_little(tries); }

 private:
  std::uint64_t bits_ = 0;
};

// Many words in a row that one thread changes without holding each. To hold one costs a locked
// instruction, which is most of what there is to do.
//
// Whoever comes to hold one of them gives it back at once, and tries again: it holds the word, then
// looks for the bulk. The bulk begins, then looks whether a word is held. So of two one sees the
// other. Who holds a word since before goes on, and must be let finish: not by waiting for it
// meanwhile, since it may wait for another of these words.
//
// Thread safety: one bulk at a time; others wait.
class Bulk {
 public:
  // All words that there are.
  Bulk() : Bulk(kAll) {}
  // REQUIRES: fewer than 4,096 pages. What else is on these pages is as if in the bulk.
  Bulk(const void* words, std::size_t bytes)
      : Bulk(reinterpret_cast<std::uint64_t>(words) / kPage,
             bytes + kPage - 1 + reinterpret_cast<std::uint64_t>(words) % kPage) {}
  ~Bulk() { __atomic_store_n(&now_, 0, __ATOMIC_RELEASE); }
  Bulk(const Bulk&) = delete;
  Bulk& operator=(const Bulk&) = delete;

  [[gnu::always_inline]] static bool has(const void* place) {
    const std::uint64_t now = __atomic_load_n(&now_, __ATOMIC_SEQ_CST);
    if (now == 0) [[likely]]
      return false;
    const std::uint64_t offset = reinterpret_cast<std::uint64_t>(place) - now / kPage * kPage;
    return now == kAll || offset < now % kPage * kPage;
  }

 private:
  static constexpr std::uint64_t kPage = 4096;
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};

  Bulk(std::uint64_t first_page, std::uint64_t bytes) : Bulk(first_page * kPage | bytes / kPage) {}
  explicit Bulk(std::uint64_t wanted) {
    for (unsigned tries = 0;; ++tries) {
      std::uint64_t none = 0;
      if (__atomic_compare_exchange_n(&now_, &none, wanted, false, __ATOMIC_SEQ_CST,
                                      __ATOMIC_RELAXED))
        return;
      wait_a_little(tries);
    }
  }

  // Where it begins, and how many pages: one word, so that both are of one moment.
  static constinit inline std::uint64_t now_ = 0;
};

[[gnu::always_inline]] inline bool SharedBits::are_in_bulk(const void* place) {
  return Bulk::has(place);
}

}  // namespace steward
