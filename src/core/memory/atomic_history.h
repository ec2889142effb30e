// The stores to one atomic object, and which of them a load may still read, as C++20 has it with
// modification order and the single total order S being the order of the execution.
//
// A load may not read a store if a later one, or a read of a later one, happens before it
// (coherence, [intro.races] 15 to 18). Besides, reading store i puts the load before all stores
// after i and before all who read these ("coherence-ordered before"), with which S must agree
// ([atomics.order] 4). Let B be such a later store or a read of it, X a fence that happens before
// the load, Y one after which B happens before. B and Y have taken place, so:
//   4.1 if the load and B are seq_cst, that is forbidden;
//   4.2 if the load is seq_cst, and there is a Y, likewise;
//   4.3 if B is seq_cst, and comes before X in S, likewise;
//   4.4 if there is a Y that comes before X in S, likewise.
// Each of these says that the load may read nothing older than some store.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/vector_clock.h"
#include "core/memory/sequential_order.h"

namespace steward {

// `Value` is what is stored.
template <class Value>
class AtomicHistory {
 public:
  using Position = SequentialOrder::Position;
  struct Store {
    Value value;
    Epoch at;                       // never: it was there from the beginning
    std::uint32_t origin = 0;       // where in the program, by whoever has given the number
    Position sequential_since = 0;  // the first seq_cst operation that stored or read it; 0: none
  };

  AtomicHistory(Heap& heap, const Value& initial) : stores_(heap), reads_(heap) { begin(initial); }

  // As if nothing had been stored but this, before everything.
  void begin(const Value& value) {
    stores_.clear();
    reads_.clear();
    first_ = 0;
    stores_.push_back({value, Epoch(), 0, 0});
  }

  std::size_t size() const { return stores_.size(); }
  // `age` counts from the latest, 0.
  const Store& at(std::size_t age) const { return stores_[stores_.size() - 1 - age]; }
  // REQUIRES: the latest was told without its value.
  void set_latest(const Value& value) { stores_.back().value = value; }

  // A store by a thread at that time; `position` in S if it is seq_cst, else 0. No more than `kept`
  // are remembered.
  void store(const Value& value, Epoch by, Position position, std::uint32_t origin,
             std::size_t kept) {
    stores_.push_back({value, by, origin, position});
    if (stores_.size() <= kept) return;
    stores_.erase(0);
    ++first_;
    for (std::size_t i = 0; i < reads_.size();)
      if (reads_[i].store < first_) reads_.erase(i);
      else ++i;
  }
  // A load by a thread at that time has read the store of that age.
  void read(std::size_t age, Epoch by, Position position) {
    const std::uint64_t store = first_ + stores_.size() - 1 - age;
    Store& read = stores_[stores_.size() - 1 - age];
    if (position != 0 && read.sequential_since == 0) read.sequential_since = position;
    // The first read of a store by a thread says it all.
    for (const Read& known : reads_)
      if (known.by.slot() == by.slot() && known.store >= store && known.by.time() <= by.time())
        return;
    reads_.push_back({by, store});
  }

  // The oldest that a load may read, by a thread that knows `clock`; all younger ones it may as
  // well.
  std::size_t oldest_age(const VectorClock& clock, bool sequential,
                         const SequentialOrder& order) const {
    std::uint64_t least = last_known(clock);
    if (sequential) {
      least = std::max(least, last_known(order.seen()));                        // 4.2
      least = std::max(least, last_sequential([](Position) { return true; }));  // 4.1
    }
    if (const SequentialOrder::Fence* const fence = order.last_known(clock)) {
      least = std::max(least, last_known(fence->seen_before));  // 4.4
      least = std::max(least, last_sequential([&](Position position) {
                         return position < fence->position;  // 4.3
                       }));
    }
    return first_ + stores_.size() - 1 - least;
  }

 private:
  struct Read {
    Epoch by;
    std::uint64_t store;  // counted from the first there ever was
  };

  // The last store that happens before who knows the clock, or that was read by somebody who does.
  std::uint64_t last_known(const VectorClock& clock) const {
    std::uint64_t last = first_;
    for (std::size_t i = stores_.size(); i > 0; --i)
      if (clock.includes(stores_[i - 1].at)) {
        last = first_ + i - 1;
        break;
      }
    for (const Read& read : reads_)
      if (read.store > last && clock.includes(read.by)) last = read.store;
    return last;
  }
  template <class Counts>
  std::uint64_t last_sequential(Counts&& counts) const {
    for (std::size_t i = stores_.size(); i > 0; --i)
      if (stores_[i - 1].sequential_since != 0 && counts(stores_[i - 1].sequential_since))
        return first_ + i - 1;
    return first_;
  }

  Vector<Store> stores_;  // never empty, in modification order
  Vector<Read> reads_;
  std::uint64_t first_ = 0;  // the number of the first of them
};

}  // namespace steward
