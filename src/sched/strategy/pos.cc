#include "sched/strategy/pos.h"

namespace steward {

std::size_t Pos::choose(const Moment& moment) {
  std::size_t highest = 0;
  for (std::size_t place = 1; place < moment.enabled.size(); ++place)
    if (priority_of(moment.enabled[place].thread) > priority_of(moment.enabled[highest].thread))
      highest = place;
  // Who waits for others would win against an operation with a low priority again and again. So an
  // idle operation counts as one that all others depend on.
  const Operation& next = moment.enabled[highest].next;
  for (std::size_t place = 0; place < moment.enabled.size(); ++place)
    if (place == highest || next.idle || depend(next, moment.enabled[place].next))
      priorities_.erase(moment.enabled[place].thread);
  return highest;
}

std::uint64_t Pos::draw(std::uint64_t bound) { return random_.below(bound); }

std::uint64_t Pos::priority_of(ThreadId thread) {
  const std::uint64_t* known = priorities_.find(thread);
  return known != nullptr ? *known : priorities_.find_or_insert(thread, random_.next());
}

}  // namespace steward
