#include "sched/strategy/cornering.h"

#include <algorithm>

namespace steward {

Cornering::Cornering(Heap& heap, Strategy& base, std::uint64_t patience)
    : base_(base), patience_(patience), held_(heap), free_(heap) {}

std::uint64_t Cornering::draw(std::uint64_t bound) { return base_.draw(bound); }

std::size_t Cornering::choose(const Moment& moment) {
  if (const std::size_t place = held_in_vain(moment); place != kNobody) {
    patience_ = std::max(patience_ / 2, kLeastPatience);
    return let_go(moment, place);
  }
  while (true) {
    free_.find(moment, [this](ThreadId thread) { return held_.contains(thread); });
    if (free_.empty()) {
      if (moment.time_can_pass) return kLetTimePass;
      return let_go(moment, base_.draw(moment.enabled.size()));
    }
    const std::size_t picked = free_.choose_by(base_, moment);
    const Candidate& thread = moment.enabled[picked];
    if (!wants_another_lock(thread.next)) return picked;
    held_.insert(thread.thread, moment.step);
  }
}

std::size_t Cornering::held_in_vain(const Moment& moment) {
  for (std::size_t place = 0; place < moment.enabled.size(); ++place) {
    const std::uint64_t* const since = held_.find(moment.enabled[place].thread);
    if (since != nullptr && moment.step - *since >= patience_) return place;
  }
  return kNobody;
}

std::size_t Cornering::let_go(const Moment& moment, std::size_t place) {
  held_.erase(moment.enabled[place].thread);
  return place;
}

}  // namespace steward
