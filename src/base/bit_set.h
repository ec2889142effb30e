// A set of small numbers that grows as needed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"

namespace steward {

class BitSet {
 public:
  explicit BitSet(Heap& heap) : words_(heap) {}

  bool contains(std::uint32_t i) const {
    return i / 64 < words_.size() && (words_[i / 64] >> (i % 64) & 1) != 0;
  }
  void insert(std::uint32_t i) {
    if (i / 64 >= words_.size()) words_.resize(i / 64 + 1);
    words_[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  void erase(std::uint32_t i) {
    if (i / 64 < words_.size()) words_[i / 64] &= ~(std::uint64_t{1} << (i % 64));
  }
  void clear() { words_.clear(); }
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
        f(static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(__builtin_ctzll(rest))));
  }
  friend bool operator==(const BitSet& a, const BitSet& b) {
    const BitSet& longer = a.words_.size() >= b.words_.size() ? a : b;
    const BitSet& shorter = &longer == &a ? b : a;
    for (std::size_t w = 0; w < longer.words_.size(); ++w)
      if (longer.words_[w] != (w < shorter.words_.size() ? shorter.words_[w] : 0)) return false;
    return true;
  }

 private:
  Vector<std::uint64_t> words_;
};

}  // namespace steward
