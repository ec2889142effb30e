// In the first phase of a prediction: what the words of memory are for it, by number, and what each
// thread has told of them already.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"
#include "core/policy/address_table.h"
#include "core/policy/byte_set.h"

namespace steward {

// Of blocks that were allocated at a place: a word of them, or all. Words, since accesses that
// overlap need not be of the same bytes.
struct BlockWord {
  std::uint64_t counter = 0;
  std::uint64_t word = kAll;
  std::uint64_t stride = 0;
  static constexpr std::uint64_t kAll = UINT64_MAX;
  std::uint64_t hash() const {
    return mix_bits(counter + word * 0x9e3779b97f4a7c15u + mix_bits(stride));
  }
  friend bool operator==(const BlockWord&, const BlockWord&) = default;
};

// The number of a BlockWord. Two have another meaning.
using Kin = std::uint32_t;
inline constexpr Kin kKinUnknown = 0;
inline constexpr Kin kNoKin = 1;  // no block of the heap
inline constexpr Kin kFirstKin = 2;

// Of the words of a leaf: what was found out of each, since a block was made there last. Thread
// safety: any thread may call anything.
class KinOfWords {
 public:
  [[gnu::always_inline]] Kin of(Address address) const {
    return __atomic_load_n(&kin_[place_of(address)], __ATOMIC_RELAXED);
  }
  // For those of which nothing is known. f(i) of the i-th word.
  template <class F>
  void learn(AddressRange words, F&& f) {
    for (std::uint64_t i = 0; i < words.size / kWordBytes; ++i) {
      Kin& kin = kin_[place_of(words.begin + i * kWordBytes)];
      if (__atomic_load_n(&kin, __ATOMIC_RELAXED) == kKinUnknown)
        __atomic_store_n(&kin, f(i), __ATOMIC_RELAXED);
    }
  }
  // Of all words that `range` touches, which lies in the leaf.
  void forget(AddressRange range) {
    const std::size_t last = place_of(range.begin + (range.size - 1));
    for (std::size_t i = place_of(range.begin); i <= last; ++i)
      __atomic_store_n(&kin_[i], kKinUnknown, __ATOMIC_RELAXED);
  }

 private:
  static std::size_t place_of(Address address) { return address.value() % kLeafBytes / kWordBytes; }
  Kin kin_[kLeafBytes / kWordBytes];
};

// Which kin each instruction has met, as far as a thread still knows. Thread safety: its thread's
// own.
class MetKin {
 public:
  explicit MetKin(Heap& heap) : heap_(heap) {}
  MetKin(const MetKin&) = delete;
  MetKin& operator=(const MetKin&) = delete;
  ~MetKin() {
    if (met_ != nullptr) heap_.deallocate(met_, kMet * sizeof(Met));
  }

  [[gnu::always_inline]] bool has(std::uint64_t counter, Kin kin) const {
    if (met_ == nullptr) return false;
    const Met& met = met_[place_of(counter, kin)];
    return met.counter == counter && met.kin == kin;
  }
  void note(std::uint64_t counter, Kin kin) {
    if (met_ == nullptr) {
      met_ = static_cast<Met*>(heap_.allocate(kMet * sizeof(Met)));
      for (std::size_t i = 0; i < kMet; ++i) met_[i] = Met();
    }
    met_[place_of(counter, kin)] = {counter, kin};
  }

 private:
  static constexpr std::size_t kMet = 512;
  struct Met {
    std::uint64_t counter = 0;
    Kin kin = kKinUnknown;
  };
  static std::size_t place_of(std::uint64_t counter, Kin kin) {
    return (counter ^ kin * 0x9e3779b1u) % kMet;
  }

  Heap& heap_;
  Met* met_ = nullptr;  // none before the first
};

}  // namespace steward
