#include "sched/strategy/meetings.h"

namespace steward {

Meetings::Meetings(Heap& heap, Strategy& base, std::span<const StatementPair> pairs,
                   HitObserver& observer)
    : base_(base), observer_(observer), pairs_(heap) {
  for (const StatementPair& pair : pairs) pairs_.push_back(pair);
}

// A meeting ends when one of the two goes on: told then, each is told once.
std::size_t Meetings::choose(const Moment& moment) {
  const std::size_t chosen = base_.choose(moment);
  if (chosen == kLetTimePass) return chosen;
  const Candidate& goes = moment.enabled[chosen];
  if (goes.next.statement == kNoStatement) return chosen;
  for (const Candidate& stays : moment.enabled) {
    if (stays.thread == goes.thread || !race(goes.next, stays.next)) continue;
    observer_.on_hit({.waiting = stays,
                      .arriving = goes,
                      .waiting_goes_first = false,
                      .wanted = contains(pairs_.span(), goes.next.statement, stays.next.statement),
                      .step = moment.step});
  }
  return chosen;
}

}  // namespace steward
