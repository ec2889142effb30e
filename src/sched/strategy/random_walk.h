// A random walk: whoever is enabled is as likely as any other.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sched/random.h"
#include "sched/strategy.h"

namespace steward {

class RandomWalk final : public Strategy {
 public:
  explicit RandomWalk(std::uint64_t seed) : random_(seed) {}

  std::size_t choose(const Moment& moment) override;
  std::uint64_t draw(std::uint64_t bound) override;

 private:
  Random random_;
};

}  // namespace steward
