// The definitions that the detectors are judged by, over one trace of at most a few hundred events.
//
// Everything here is as slow and as plain as possible: bit matrices, all pairs, a list of accesses
// per byte. It shares no code with the detectors but the event types. The parts are:
//   execution.h       whose event, does it count, locks held
//   happens_before.h  precise and limited happens-before, timestamps
//   history.h         what a byte remembers, first races, all pairs
//   simple_oracle.h   the two Eraser-like definitions
#pragma once

#include <span>
#include <vector>

#include "support/execution.h"
#include "support/happens_before.h"
#include "support/history.h"
#include "support/simple_oracle.h"

namespace steward::oracle {

// Different language threads, at least one write, not both atomic. That they meet in a byte is the
// business of the histories: after a copy two accesses can meet that named different addresses.
bool conflicting(const Execution& x, std::size_t i, std::size_t j);

// i makes n needless at its location as far as the accesses themselves go: whatever conflicts with
// n conflicts with i (i a write or n a read; i plain or n atomic).
bool covers(const Execution& x, std::size_t i, std::size_t n);

// All relations of one trace, computed once. `events` must outlive it.
class Oracle {
 public:
  explicit Oracle(std::span<const Event> events, const LimitedOptions& options = {})
      : execution_(events),
        precise_(precise_order(execution_)),
        limited_(limited_order(execution_, options)),
        firm_(firm_order(execution_, options)),
        timestamps_(own_timestamps(execution_, options)) {}

  const Execution& execution() const { return execution_; }
  const Order& precise() const { return precise_; }
  const Order& limited() const { return limited_; }
  const std::vector<std::uint32_t>& timestamps() const { return timestamps_; }

  bool precise_race(std::size_t i, std::size_t j) const {
    return conflicting(execution_, i, j) && !precise_.ordered(i, j);
  }
  bool lockset_race(std::size_t i, std::size_t j) const {
    return conflicting(execution_, i, j) && !protect(execution_.locks(i), execution_.locks(j));
  }
  bool hybrid_race(std::size_t i, std::size_t j) const {
    return lockset_race(i, j) && !limited_.ordered(i, j);
  }

  // Races, were it not for signals and atomics.
  bool firm_race(std::size_t i, std::size_t j) const {
    return lockset_race(i, j) && !firm_.ordered(i, j);
  }

  std::vector<FirstRace> precise_races() const { return first(&Oracle::precise_race); }
  std::vector<FirstRace> lockset_races() const { return first(&Oracle::lockset_race); }
  std::vector<FirstRace> hybrid_races() const { return first(&Oracle::hybrid_race); }
  std::vector<FirstRace> simple_races() const { return simple_first_races(execution_, limited_); }
  std::vector<FirstRace> simple_paper_races() const { return simple_paper_first_races(execution_); }

  AllPairs all_precise_races() const { return all(&Oracle::precise_race); }
  AllPairs all_lockset_races() const { return all(&Oracle::lockset_race); }
  AllPairs all_hybrid_races() const { return all(&Oracle::hybrid_race); }
  AllPairs all_firm_races() const { return all(&Oracle::firm_race); }

 private:
  using Condition = bool (Oracle::*)(std::size_t, std::size_t) const;
  PairPredicate predicate(Condition condition) const {
    return [this, condition](std::size_t i, std::size_t j) { return (this->*condition)(i, j); };
  }
  std::vector<FirstRace> first(Condition condition) const {
    return first_races(execution_, predicate(condition));
  }
  AllPairs all(Condition condition) const { return all_pairs(execution_, predicate(condition)); }

  Execution execution_;
  Order precise_;
  Order limited_;
  Order firm_;
  std::vector<std::uint32_t> timestamps_;
};

}  // namespace steward::oracle
