#include "sched/strategy/uneven_walk.h"

#include <iterator>

namespace steward {
namespace {

constexpr std::uint64_t kSpeeds[] = {1, 8, 64};

}  // namespace

std::uint64_t UnevenWalk::weight_of(const Candidate& thread) const {
  if (thread.next.idle) return kSpeeds[0];
  // The same in the whole run, whoever else there is.
  return kSpeeds[Random((seed_ << 20) + thread.thread.value()).below(std::size(kSpeeds))];
}

std::size_t UnevenWalk::choose(const Moment& moment) {
  std::uint64_t all = 0;
  for (const Candidate& thread : moment.enabled) all += weight_of(thread);
  std::uint64_t left = random_.below(all);
  std::size_t place = 0;
  for (; left >= weight_of(moment.enabled[place]); ++place)
    left -= weight_of(moment.enabled[place]);
  return place;
}

}  // namespace steward
