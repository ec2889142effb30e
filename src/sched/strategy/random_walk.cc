#include "sched/strategy/random_walk.h"

namespace steward {

std::size_t RandomWalk::choose(const Moment& moment) {
  return random_.below(moment.enabled.size());
}

std::uint64_t RandomWalk::draw(std::uint64_t bound) { return random_.below(bound); }

}  // namespace steward
