// Keeps what a race-directed run has told.
#pragma once

#include <vector>

#include "sched/strategy/directed.h"

namespace steward {

class Hits final : public HitObserver {
 public:
  void on_hit(const Hit& hit) override { all.push_back(hit); }

  std::vector<Hit> all;
};

}  // namespace steward
