// Keeps what was told of a run.
#pragma once

#include <vector>

#include "sched/hit.h"

namespace steward {

class Hits final : public HitObserver {
 public:
  void on_hit(const Hit& hit) override { all.push_back(hit); }
  void on_all_met() override { ++times_all_met; }

  std::vector<Hit> all;
  int times_all_met = 0;
};

}  // namespace steward
