#include "sched/strategy/replay.h"

namespace steward {

std::size_t Replay::choose(const Moment& moment) {
  Decision decision;
  const bool known = reader_.next(decision);
  if (known && decision.lets_time_pass() && moment.time_can_pass) return kLetTimePass;
  const std::size_t place = moment.place_of(
      known && decision.what == Decision::What::choice ? decision.thread : moment.current);
  return place < moment.enabled.size() ? place : 0;
}

std::uint64_t Replay::draw(std::uint64_t bound) {
  Decision decision;
  const bool known = reader_.next(decision) && decision.what == Decision::What::draw;
  return known && decision.value < bound ? decision.value : 0;
}

bool Replay::counts_as_there(ThreadId thread, bool did, bool is_there) {
  Decision expected;
  if (!reader_.peek(expected)) return is_there;
  return (expected == Decision::arrival(thread) && reader_.next(expected)) != did;
}

bool Replay::awaits_outside() {
  Decision expected;
  return !reader_.peek(expected) || expected.what == Decision::What::arrival;
}

}  // namespace steward
