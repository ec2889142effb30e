// The statements of the program that are watched, by the addresses of their code.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"
#include "sched/operation.h"

namespace steward {

// Nearly all accesses of a program are of no interest: one bit says so for most of them.
class CodeFilter {
 public:
  constexpr CodeFilter() = default;
  void add(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t line = begin >> kLine; line <= (end - 1) >> kLine; ++line)
      bits_[line / 64 % kWords] |= std::uint64_t{1} << line % 64;
  }
  void clear() { *this = {}; }
  void add_all() {
    for (std::uint64_t& word : bits_) word = ~std::uint64_t{0};
  }
  // Whether the instruction before `counter` may be watched: a yes is often wrong, a no never.
  bool may_contain(std::uint64_t counter) const {
    const std::uint64_t line = (counter - 1) >> kLine;
    return (bits_[line / 64 % kWords] >> line % 64 & 1) != 0;
  }

 private:
  static constexpr unsigned kLine = 4;
  static constexpr std::size_t kWords = 512;
  std::uint64_t bits_[kWords] = {};
};

class Statements {
 public:
  Statements(Heap& heap, CodeFilter& filter) : filter_(filter), ranges_(heap) {}

  void add(std::uint64_t begin, std::uint64_t end, StatementId statement) {
    ranges_.push_back({begin, end, statement});
    filter_.add(begin, end);
  }
  void clear() {
    ranges_.clear();
    filter_.clear();
  }
  StatementId at(std::uint64_t counter) const {
    if (!filter_.may_contain(counter)) return kNoStatement;
    for (const Range& range : ranges_)
      if (range.begin < counter && counter <= range.end) return range.statement;
    return kNoStatement;
  }

 private:
  struct Range {
    std::uint64_t begin, end;
    StatementId statement;
  };
  CodeFilter& filter_;
  Vector<Range> ranges_;
};

}  // namespace steward
