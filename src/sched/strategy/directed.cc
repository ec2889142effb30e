#include "sched/strategy/directed.h"

#include <algorithm>

#include "base/check.h"

namespace steward {

Directed::Directed(Heap& heap, Strategy& base, std::span<const StatementPair> pairs,
                   HitObserver& observer, std::uint64_t patience, Afterwards afterwards,
                   std::uint32_t passes)
    : base_(base),
      observer_(observer),
      pairs_(heap),
      race_set_(heap),
      held_(heap),
      patience_(patience),
      afterwards_(afterwards),
      passes_left_(passes),
      racing_(heap),
      free_(heap) {
  for (const StatementPair& pair : pairs) pairs_.push_back(pair);
  find_race_set();
}

void Directed::find_race_set() {
  race_set_.clear();
  for (const StatementPair& pair : pairs_) {
    race_set_.insert(pair.first.value());
    race_set_.insert(pair.second.value());
  }
}

std::uint64_t Directed::draw(std::uint64_t bound) { return base_.draw(bound); }

std::size_t Directed::choose(const Moment& moment) {
  const std::size_t chosen = decide(moment);
  if (chosen == kLetTimePass) return chosen;
  const Operation& next = moment.enabled[chosen].next;
  const bool waits = next.idle || next.kind == OperationKind::sleep;
  waiting_steps_ = waits ? waiting_steps_ + 1 : 0;
  return chosen;
}

std::size_t Directed::decide(const Moment& moment) {
  const std::size_t racing = next_of_racing(moment);
  if (racing != kNobody) return racing;
  free_starving(moment);
  free_those_held_in_vain(moment);
  while (true) {
    free_.find(moment, [this](ThreadId thread) { return is_postponed(thread); });
    // Sleepers count as enabled: line 26 is for when there are none either.
    if (free_.empty()) {
      if (!moment.time_can_pass) return free_one(moment);
      if (!free_those_slept_for(moment)) return kLetTimePass;
      continue;
    }
    const std::size_t chosen = consider(moment, free_.choose_by(base_, moment));
    if (chosen != kNobody) return chosen;
  }
}

// Lines 6 to 25.
std::size_t Directed::consider(const Moment& moment, std::size_t picked) {
  const Candidate& thread = moment.enabled[picked];
  if (all_free_ || !race_set_.contains(thread.next.statement.value())) return picked;
  find_racing(moment, picked);
  if (!racing_.empty()) return resolve(moment, picked);
  if (held_.contains(thread.thread)) {  // and let go, or it would not have been picked
    held_.erase(thread.thread);
    return picked;
  }
  hold(moment, picked);
  return kNobody;
}

// Lines 9 to 19.
std::size_t Directed::resolve(const Moment& moment, std::size_t picked) {
  if (is_trial() && find_opponent(moment, picked))
    return passes_left_ > 0 ? pass(moment, picked) : try_order(moment, picked);
  const bool picked_goes_first = base_.draw(2) == 0;
  const bool wanted = tell(moment, picked, !picked_goes_first);
  held_.erase(moment.enabled[picked].thread);
  if (wanted && afterwards_ == Afterwards::forgotten) forget_met(moment, picked);
  if (picked_goes_first) racing_.clear();
  else if (race_set_.contains(moment.enabled[picked].next.statement.value())) hold(moment, picked);
  if (wanted && !has_hit_) {
    has_hit_ = true;
    all_free_ = afterwards_ == Afterwards::held_or_free && base_.draw(2) == 0;
  }
  if (all_free_) held_.clear();
  return picked_goes_first ? picked : next_of_racing(moment);
}

bool Directed::find_opponent(const Moment& moment, std::size_t picked) {
  const StatementId here = moment.enabled[picked].next.statement;
  for (const ThreadId thread : racing_) {
    const StatementId there = moment.enabled[moment.place_of(thread)].next.statement;
    if (!contains(pairs_.span(), here, there)) continue;
    const ThreadId opponent = thread;
    racing_.clear();
    racing_.push_back(opponent);
    return true;
  }
  return false;
}

std::size_t Directed::pass(const Moment& moment, std::size_t picked) {
  --passes_left_;
  const std::size_t other = moment.place_of(racing_.back());
  racing_.clear();
  const ThreadId both[] = {moment.enabled[picked].thread, moment.enabled[other].thread};
  if (passing_ != both[0] && passing_ != both[1]) passing_ = both[base_.draw(2)];
  const std::size_t passes = passing_ == both[0] ? picked : other;
  held_.erase(*passing_);
  if (passes == other) hold(moment, picked);
  return passes;
}

std::size_t Directed::try_order(const Moment& moment, std::size_t picked) {
  const std::size_t other = moment.place_of(racing_.back());
  const bool picked_goes_first = base_.draw(2) == 0;
  tell(moment, picked, !picked_goes_first);
  const std::size_t first = picked_goes_first ? picked : other;
  const std::size_t second = picked_goes_first ? other : picked;
  racing_.clear();
  racing_.push_back(moment.enabled[second].thread);
  held_.clear();
  all_free_ = true;
  if (afterwards_ == Afterwards::both_go_on) return first;
  const bool may_be_late =
      afterwards_ == Afterwards::one_is_late || afterwards_ == Afterwards::other_is_late;
  const bool is_one =
      afterwards_ == Afterwards::one_waits || afterwards_ == Afterwards::one_is_late;
  const bool first_is_the_one = is_the_one(moment.enabled[first], moment.enabled[second]);
  const bool first_waits = first_is_the_one == is_one;
  if (may_be_late && !first_waits) {
    racing_.clear();
    hold(moment, second);
  } else {
    waits_ = moment.enabled[first_waits ? first : second].thread;
  }
  return first;
}

std::size_t Directed::next_of_racing(const Moment& moment) {
  while (!racing_.empty()) {
    const ThreadId thread = racing_.back();
    racing_.pop_back();
    held_.erase(thread);
    // The last one has its turn now: from here on somebody may wait.
    if (racing_.empty() && waits_) held_.insert(*waits_, Held{.since = moment.step, .naps = naps_});
    // It stands at an access, which nothing blocks; but it may be gone, with its process or by
    // cancellation.
    const std::size_t place = moment.place_of(thread);
    if (place < moment.enabled.size()) return place;
  }
  return kNobody;
}

// Lines 26 to 28. Whom this frees would be the one that line 5 picks next, would race with nobody
// (those postponed do not race with each other) and would be postponed again: so it passes line 6.
// Where a thread comes by in a loop, or on the way to where it races, nobody gets far if it is
// another one each time: outside of the paper's algorithm in half of the runs it is the same.
std::size_t Directed::free_one(const Moment& moment) {
  std::size_t freed = moment.enabled.size();
  if (frees_the_same_) freed = moment.place_of(*freed_last_);
  if (freed == moment.enabled.size()) freed = base_.draw(moment.enabled.size());
  if (afterwards_ != Afterwards::held && !freed_last_) frees_the_same_ = base_.draw(2) == 0;
  freed_last_ = moment.enabled[freed].thread;
  held_.erase(*freed_last_);
  return freed;
}

void Directed::free_starving(const Moment& moment) {
  if (waiting_steps_ < starvation_) return;
  bool any = false;
  for (const Candidate& thread : moment.enabled) {
    Held* held = held_.find(thread.thread);
    if (held == nullptr || held->let_go || moment.step - held->since < starvation_) continue;
    held->let_go = any = true;
  }
  if (any) starvation_ = std::max(starvation_ / 2, kLeastPatience);
}

void Directed::hold(const Moment& moment, std::size_t picked) {
  held_.insert(moment.enabled[picked].thread, Held{.since = moment.step, .naps = naps_});
}

bool Directed::free_those_slept_for(const Moment& moment) {
  ++naps_;
  bool any = false;
  for (const Candidate& thread : moment.enabled) {
    Held* held = held_.find(thread.thread);
    if (held != nullptr && naps_ - held->naps > kNaps) held->let_go = any = true;
  }
  return any;
}

void Directed::free_those_held_in_vain(const Moment& moment) {
  bool in_vain = false;
  for (const Candidate& thread : moment.enabled) {
    Held* held = held_.find(thread.thread);
    if (held == nullptr || held->let_go || moment.step - held->since < patience_) continue;
    held->let_go = in_vain = true;
  }
  if (in_vain) patience_ = std::max(patience_ / 2, kLeastPatience);
}

void Directed::find_racing(const Moment& moment, std::size_t picked) {
  STEWARD_DCHECK(racing_.empty());
  for (std::size_t place = moment.enabled.size(); place-- > 0;) {
    const Candidate& other = moment.enabled[place];
    if (is_postponed(other.thread) && race(moment.enabled[picked].next, other.next))
      racing_.push_back(other.thread);
  }
}

bool Directed::tell(const Moment& moment, std::size_t picked, bool waiting_goes_first) {
  bool any_wanted = false;
  for (std::size_t k = racing_.size(); k-- > 0;) {
    Hit hit;
    hit.waiting = moment.enabled[moment.place_of(racing_[k])];
    hit.arriving = moment.enabled[picked];
    hit.waiting_goes_first = waiting_goes_first;
    hit.wanted = contains(pairs_.span(), hit.waiting.next.statement, hit.arriving.next.statement);
    hit.step = moment.step;
    observer_.on_hit(hit);
    any_wanted |= hit.wanted;
  }
  return any_wanted;
}

void Directed::forget_met(const Moment& moment, std::size_t picked) {
  const StatementId arriving = moment.enabled[picked].next.statement;
  for (const ThreadId waiting : racing_) {
    const StatementPair met{moment.enabled[moment.place_of(waiting)].next.statement, arriving};
    for (std::size_t k = pairs_.size(); k-- > 0;)
      if (contains({&met, 1}, pairs_[k].first, pairs_[k].second)) pairs_.erase(k);
  }
  if (pairs_.empty()) observer_.on_all_met();
  find_race_set();
  for (const Candidate& thread : moment.enabled)
    if (!race_set_.contains(thread.next.statement.value())) held_.erase(thread.thread);
}

bool Directed::is_postponed(ThreadId thread) const {
  const Held* held = held_.find(thread);
  return held != nullptr && !held->let_go;
}

}  // namespace steward
