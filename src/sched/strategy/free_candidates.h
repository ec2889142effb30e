// Of a moment's candidates those that a strategy does not hold back: another strategy chooses among
// them.
#pragma once

#include <cstddef>

#include "base/heap.h"
#include "base/vector.h"
#include "sched/strategy.h"

namespace steward {

class FreeCandidates {
 public:
  explicit FreeCandidates(Heap& heap) : free_(heap), places_(heap) {}

  template <class IsHeld>
  void find(const Moment& moment, IsHeld&& is_held) {
    free_.clear();
    places_.clear();
    for (std::size_t place = 0; place < moment.enabled.size(); ++place) {
      if (is_held(moment.enabled[place].thread)) continue;
      free_.push_back(moment.enabled[place]);
      places_.push_back(place);
    }
  }
  bool empty() const { return free_.empty(); }
  std::size_t size() const { return free_.size(); }
  // One of those that were found, as an index of moment.enabled. REQUIRES: below size().
  std::size_t place(std::size_t number) const { return places_[number]; }

  // Whom `base` proposes of those that were found, as an index of moment.enabled. Time does not
  // pass meanwhile. REQUIRES: there are some.
  std::size_t choose_by(Strategy& base, const Moment& moment) const {
    return places_[base.choose({free_.span(), moment.current, moment.step})];
  }

 private:
  Vector<Candidate> free_;
  Vector<std::size_t> places_;  // where they stand in the moment
};

}  // namespace steward
