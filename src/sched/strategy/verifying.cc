#include "sched/strategy/verifying.h"

namespace steward {

std::size_t Verifying::choose(const Moment& moment) {
  const std::size_t chosen = base_.choose(moment);
  compare(Decision::choice(moment, chosen));
  if (chosen != kLetTimePass) ++steps_;
  return chosen;
}

std::uint64_t Verifying::draw(std::uint64_t bound) {
  const std::uint64_t value = base_.draw(bound);
  compare(Decision::draw(bound, value));
  return value;
}

bool Verifying::counts_as_there(ThreadId thread, bool did, bool is_there) {
  Decision expected;
  if (!expects(expected)) return is_there;
  if (expected != Decision::arrival(thread)) return did;
  compare(expected);
  return !did;
}

bool Verifying::awaits_outside() {
  Decision expected;
  return !expects(expected) || expected.what == Decision::What::arrival;
}

void Verifying::compare(const Decision& found) {
  if (differed_) return;
  Difference difference;
  difference.step = steps_;
  difference.decision = reader_.decisions();
  difference.found = found;
  const bool expected = reader_.next(difference.expected);
  difference.expected_end = reader_.state() == ScheduleReader::State::ended;
  if (expected ? difference.expected == found : !difference.expected_end) return;
  differed_ = true;
  observer_.on_difference(difference);
}

bool Verifying::ended_too_early() {
  Decision decision;
  return !differed_ && reader_.next(decision);
}

}  // namespace steward
