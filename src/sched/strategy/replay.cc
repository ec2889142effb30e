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

bool Replay::arrives(ThreadId thread, bool has_come) {
  Decision expected;
  if (!reader_.peek(expected)) return has_come;
  return expected == Decision::arrival(thread) && reader_.next(expected);
}

bool Replay::awaits_outside() {
  Decision expected;
  return !reader_.peek(expected) || expected.what == Decision::What::arrival;
}

}  // namespace steward
