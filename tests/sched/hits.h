// Keeps what was told of a run.
#pragma once

#include <vector>

#include "sched/hit.h"

namespace steward {

class Hits final : public HitObserver {
 public:
  void on_hit(const Hit& hit) override { all.push_back(hit); }

  std::vector<Hit> all;
};

}  // namespace steward
