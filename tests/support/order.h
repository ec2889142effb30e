// A strict order over the events of a trace, as the closure of edges written down one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace steward::oracle {

// Each event has one row of bits: the events before it. Edges only point forward in the trace,
// because an execution is observed in an order that respects its own happens-before; so one sweep
// from the first row to the last closes the relation.
class Order {
 public:
  explicit Order(std::size_t events)
      : words_((events + 63) / 64), rows_(events * words_, 0), events_(events) {}

  std::size_t events() const { return events_; }

  // REQUIRES: earlier < later, and close() has not been called.
  void add(std::size_t earlier, std::size_t later);
  void close();

  bool before(std::size_t i, std::size_t j) const {
    return (rows_[j * words_ + i / 64] >> (i % 64)) & 1;
  }
  bool ordered(std::size_t i, std::size_t j) const { return before(i, j) || before(j, i); }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> rows_;
  std::size_t events_;
};

}  // namespace steward::oracle
