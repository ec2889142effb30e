#include "sched/strategy/naps.h"

#include <algorithm>
#include <bit>

namespace steward {

Naps::Naps(Heap& heap, std::uint64_t seed, std::uint64_t steps)
    : random_(seed),
      scale_(std::clamp<std::uint64_t>(std::bit_width(steps), 1, 20)),
      seldom_(std::max<std::uint64_t>(steps >> random_.below(5), 4)),
      until_(heap),
      awake_(heap) {}

std::size_t Naps::choose(const Moment& moment) {
  while (true) {
    awake_.find(moment, [&](ThreadId thread) {
      const std::uint64_t* const until = until_.find(thread);
      return until != nullptr && moment.step < *until;
    });
    if (awake_.empty()) return first_to_wake(moment);
    const std::size_t place = awake_.place(random_.below(awake_.size()));
    if (random_.below(seldom_) != 0) return place;
    until_.insert_or_assign(moment.enabled[place].thread, moment.step + length_of_nap());
  }
}

std::uint64_t Naps::length_of_nap() {
  const std::uint64_t least = std::uint64_t{1} << random_.below(scale_);
  return least + random_.below(least);
}

std::size_t Naps::first_to_wake(const Moment& moment) const {
  std::size_t first = 0;
  for (std::size_t place = 1; place < moment.enabled.size(); ++place)
    if (*until_.find(moment.enabled[place].thread) < *until_.find(moment.enabled[first].thread))
      first = place;
  return first;
}

}  // namespace steward
