#include "sched/strategy/recording.h"

namespace steward {

std::size_t Recorder::choose(const Moment& moment) {
  const std::size_t chosen = base_.choose(moment);
  writer_.add(Decision::choice(moment, chosen));
  return chosen;
}

std::uint64_t Recorder::draw(std::uint64_t bound) {
  const std::uint64_t value = base_.draw(bound);
  writer_.add(Decision::draw(bound, value));
  return value;
}

bool Recorder::counts_as_there(ThreadId thread, bool did, bool is_there) {
  const bool counts = base_.counts_as_there(thread, did, is_there);
  if (counts != did) writer_.add(Decision::arrival(thread));
  return counts;
}

}  // namespace steward
