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

bool Recorder::arrives(ThreadId thread, bool has_come) {
  const bool arrives = base_.arrives(thread, has_come);
  if (arrives) writer_.add(Decision::arrival(thread));
  return arrives;
}

}  // namespace steward
