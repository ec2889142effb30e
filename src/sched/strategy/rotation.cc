#include "sched/strategy/rotation.h"

namespace steward {
namespace {

constexpr std::size_t kNobody = ~std::size_t{0};
// Who never changes anything, and does not seem to wait either, has its turn for so many steps.
constexpr std::uint64_t kLongestTurn = 1000;

bool changes_something(const Operation& next) {
  switch (next.kind) {
    case OperationKind::access:
    case OperationKind::atomic: return is_write(next.access);
    case OperationKind::release:
    case OperationKind::signal: return true;
    default: return false;
  }
}

}  // namespace

Rotation::Rotation(std::uint64_t seed, std::uint64_t patience)
    : seed_(seed), patience_(patience), random_(seed), changes_of_a_turn_(1 + random_.below(3)) {}

std::uint64_t Rotation::rank_of(ThreadId thread) const {
  return Random((seed_ << 20) + thread.value()).next();
}

bool Rotation::stands_aside(ThreadId thread) const { return rank_of(thread) % 4 == 0; }

bool Rotation::goes_on(const Moment& moment, const Candidate& thread) const {
  if (thread.next.idle) return false;
  return moment.step >= patience_ || !stands_aside(thread.thread);
}

std::size_t Rotation::choose(const Moment& moment) {
  const bool is_over = !has_current_ || changes_ >= changes_of_a_turn_ || steps_ >= kLongestTurn;
  std::size_t chosen = is_over ? moment.enabled.size() : moment.place_of(current_);
  if (chosen == moment.enabled.size() || !goes_on(moment, moment.enabled[chosen])) {
    chosen = next_in_circle(moment, false);
    if (chosen == kNobody) chosen = next_in_circle(moment, true);
    current_ = moment.enabled[chosen].thread;
    has_current_ = true;
    changes_ = steps_ = 0;
  }
  ++steps_;
  if (changes_something(moment.enabled[chosen].next)) ++changes_;
  return chosen;
}

std::size_t Rotation::next_in_circle(const Moment& moment, bool of_all) const {
  // Those behind the current one, by rank; then round to the first, and to itself last.
  const std::uint64_t here = has_current_ ? rank_of(current_) : 0;
  std::size_t best = kNobody;
  std::uint64_t nearest = 0;
  for (std::size_t place = 0; place < moment.enabled.size(); ++place) {
    const Candidate& thread = moment.enabled[place];
    if (!of_all && !goes_on(moment, thread)) continue;
    const std::uint64_t distance = rank_of(thread.thread) - here - 1;
    if (best != kNobody && distance >= nearest) continue;
    best = place;
    nearest = distance;
  }
  return best;
}

}  // namespace steward
