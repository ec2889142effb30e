#include "sched/strategy/metrics.h"

#include <algorithm>

namespace steward {

std::size_t Metrics::choose(const Moment& moment) {
  const std::size_t chosen = base_.choose(moment);
  if (chosen == kLetTimePass) return chosen;
  const ThreadId thread = moment.enabled[chosen].thread;
  ++counts_.steps;
  if (moment.enabled.size() > 1) ++counts_.choices;
  if (counts_.steps > 1 && thread != moment.current) ++counts_.switches;
  if (!seen_.contains(thread.value())) ++counts_.threads;
  seen_.insert(thread.value());
  counts_.most_enabled = std::max<std::uint64_t>(counts_.most_enabled, moment.enabled.size());
  return chosen;
}

std::uint64_t Metrics::draw(std::uint64_t bound) {
  ++counts_.draws;
  return base_.draw(bound);
}

}  // namespace steward
