#include "sched/strategy/pct.h"

namespace steward {

Pct::Pct(Heap& heap, std::uint64_t seed, Parameters parameters)
    : random_(seed),
      changes_(heap),
      priorities_(heap),
      longest_run_(parameters.steps),
      looks_(parameters.looks) {
  for (std::uint32_t change = 1; change < parameters.depth; ++change)
    changes_.push_back(1 + random_.below(parameters.steps));
}

std::size_t Pct::choose(const Moment& moment) {
  std::size_t highest = 0;
  for (std::size_t place = 0; place < moment.enabled.size(); ++place) {
    const Priority priority = priority_of(moment.enabled[place].thread);
    if (priority > priority_of(moment.enabled[highest].thread)) highest = place;
  }
  const Candidate& chosen = moment.enabled[highest];
  ++steps_;
  for (std::size_t change = 0; change < changes_.size(); ++change)
    if (changes_[change] == steps_) priority_of(chosen.thread) = static_cast<Priority>(change) + 1;
  if (should_give_way(moment, chosen)) priority_of(chosen.thread) = --lowest_;
  return highest;
}

std::uint64_t Pct::draw(std::uint64_t bound) { return random_.below(bound); }

// 62 random bits: two threads have the same so seldom that it does not matter who is first then.
Pct::Priority& Pct::priority_of(ThreadId thread) {
  Priority* known = priorities_.find(thread);
  if (known != nullptr) return *known;
  const auto drawn = static_cast<Priority>(random_.below(kFirst));
  return priorities_.find_or_insert(thread, kFirst + drawn);
}

bool Pct::should_give_way(const Moment& moment, const Candidate& chosen) {
  const bool waits = chosen.next.idle || chosen.next.kind == OperationKind::turn;
  in_vain_ = !waits ? 0 : chosen.thread == last_ ? in_vain_ + 1 : 1;
  run_ = chosen.thread == last_ && moment.enabled.size() > 1 ? run_ + 1 : 1;
  last_ = chosen.thread;
  if (run_ <= longest_run_) return in_vain_ >= looks_;
  run_ = 0;
  return true;
}

}  // namespace steward
