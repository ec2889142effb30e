#include "runtime/explore/scene.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "runtime/control/endings.h"
#include "runtime/explore/accesses.h"
#include "runtime/explore/divergence.h"
#include "runtime/explore/stops.h"
#include "runtime/state/runtime.h"
#include "sched/strategy/cornering.h"
#include "sched/strategy/directed.h"
#include "sched/strategy/meetings.h"
#include "sched/strategy/naps.h"
#include "sched/strategy/pct.h"
#include "sched/strategy/pos.h"
#include "sched/strategy/random_walk.h"
#include "sched/strategy/recording.h"
#include "sched/strategy/rotation.h"
#include "sched/strategy/uneven_walk.h"

namespace steward {
namespace {

constinit Scene* scene = nullptr;

// Much more steps than an execution takes; rounded, so that one that took a few more or fewer makes
// no difference to what the same seed does.
std::uint64_t patience_for(std::uint64_t expected_steps) {
  constexpr std::uint64_t kShort = 4096;
  return std::bit_ceil(std::max(2 * expected_steps, kShort));
}

Directed::Afterwards afterwards_in(const channel::ExplorationHeader& wish) {
  switch (wish.trial) {
    case channel::Trial::none: break;
    case channel::Trial::both_go_on: return Directed::Afterwards::both_go_on;
    case channel::Trial::one_waits: return Directed::Afterwards::one_waits;
    case channel::Trial::other_waits: return Directed::Afterwards::other_waits;
    case channel::Trial::one_is_late: return Directed::Afterwards::one_is_late;
    case channel::Trial::other_is_late: return Directed::Afterwards::other_is_late;
  }
  return wish.until_met != 0 ? Directed::Afterwards::forgotten : Directed::Afterwards::held_or_free;
}

}  // namespace

Scene& the_scene() { return *scene; }

void set_scene(Runtime& runtime, ThreadClocks& clocks) {
  the_controller = nullptr;
  // The child of a fork: it goes as it likes.
  if (scene != nullptr) return;
  Scene* const made = runtime.heap.create<Scene>(runtime, clocks);
  if (!made->exploration.is_wanted()) return;
  scene = made;
  scene->begin();
}

void find_new_statements() {
  if (the_controller != nullptr) scene->find_statements();
}

void end_scene() {
  static constinit bool over = false;
  if (the_controller != nullptr && !std::exchange(over, true)) scene->finish();
}

Scene::Scene(Runtime& runtime, ThreadClocks& clocks)
    : exploration(std::getenv(channel::kExplorationVariable)),
      statements(runtime.heap, watched_code),
      runtime_(runtime),
      controller_(runtime, exploration, make_strategy(runtime.heap)),
      adversary_(runtime, exploration.header(), clocks),
      atomics_(runtime, exploration.header(), clocks),
      later_(runtime.heap) {}

void Scene::begin() {
  find_statements();
  runtime_.plan.watch_only(exploration.tracked());
  the_controller = &controller_;
}

Strategy& Scene::make_base(Heap& heap) const {
  const channel::ExplorationHeader& wish = exploration.header();
  switch (wish.choice) {
    case channel::Choice::pct:
      return *heap.create<Pct>(
          heap, wish.seed,
          Pct::Parameters{wish.depth, std::max<std::uint64_t>(1, wish.expected_steps), 1});
    case channel::Choice::pos: return *heap.create<Pos>(heap, wish.seed);
    case channel::Choice::varied:
      if (wish.seed % 2 == 0) return *heap.create<UnevenWalk>(wish.seed);
      break;
    case channel::Choice::mixed: return make_mixed(heap, wish);
    case channel::Choice::random: break;
  }
  return *heap.create<RandomWalk>(wish.seed);
}

// Each of them soon finds what others hardly ever come to.
Strategy& Scene::make_mixed(Heap& heap, const channel::ExplorationHeader& wish) {
  const std::uint64_t steps = std::max<std::uint64_t>(1, wish.expected_steps);
  switch (wish.seed % 8) {
    case 0: return *heap.create<UnevenWalk>(wish.seed);
    case 2:
    case 5: return *heap.create<Naps>(heap, wish.seed, steps);
    case 3:
    case 7: {
      const auto depth = static_cast<std::uint32_t>(1 + wish.seed / 8 % 5);
      const std::uint64_t looks = wish.seed % 8 == 3 ? 1 : 64;
      return *heap.create<Pct>(heap, wish.seed, Pct::Parameters{depth, steps, looks});
    }
    case 4: return *heap.create<Pos>(heap, wish.seed);
    case 6: return *heap.create<Rotation>(wish.seed, patience_for(wish.expected_steps));
    default: return *heap.create<RandomWalk>(wish.seed);
  }
}

void Scene::finish() {
  if (verifying_ != nullptr && verifying_->ended_too_early())
    tell_early_end(runtime_, controller_.steps());
  if (schedule_ != nullptr) schedule_->finish();
  if (schedule_file_ != nullptr) schedule_file_->finish();
  tell_memory();
  if (const std::uint64_t unseen = adversary_.counts().unseen + atomics_.counts().unseen;
      unseen > 0) {
    Words what(runtime_.heap);
    what << "writes to tracked memory by code that is not instrumented: stale values before these "
            "were given up";
    runtime_.reporter.tell_loss(what, unseen);
  }
  channel::Encoder body(runtime_.heap);
  body.number(controller_.steps()).number(controller_.accesses());
  runtime_.sender.send(channel::Kind::steps, body);
}

void Scene::tell_memory() {
  const AdversarialMemory::Counts &plain = adversary_.counts(), &atomic = atomics_.counts();
  channel::Encoder body(runtime_.heap);
  for (const auto field : {&AdversarialMemory::Counts::words, &AdversarialMemory::Counts::writes,
                           &AdversarialMemory::Counts::reads, &AdversarialMemory::Counts::choices,
                           &AdversarialMemory::Counts::stale, &AdversarialMemory::Counts::unseen})
    body.number(plain.*field + atomic.*field);
  body.number(std::max(plain.largest_buffer, atomic.largest_buffer)).number(plain.most_writes);
  runtime_.sender.send(channel::Kind::memory, body);
}

Strategy& Scene::make_strategy(Heap& heap) {
  Strategy& decides = make_observed(heap, make_base(heap));
  const char* const path = std::getenv(channel::kScheduleVariable);
  if (path == nullptr) return decides;
  schedule_file_ = heap.create<ScheduleFile>(path);
  // Not to be found by processes that this one starts.
  unsetenv(channel::kScheduleVariable);
  if (!schedule_file_->is_ours()) return decides;
  return make_recorded(heap, make_verified(heap, decides));
}

Strategy& Scene::make_verified(Heap& heap, Strategy& decides) {
  if (exploration.expected().empty()) return decides;
  DifferenceObserver& observer = *this;
  verifying_ = heap.create<Verifying>(decides, exploration.expected(), observer);
  return *verifying_;
}

Strategy& Scene::make_recorded(Heap& heap, Strategy& decides) {
  schedule_ = heap.create<ScheduleWriter>(*schedule_file_);
  return *heap.create<Recorder>(decides, *schedule_);
}

Strategy& Scene::make_observed(Heap& heap, Strategy& base) {
  Vector<StatementPair> pairs(heap);
  for (const channel::StatementPair& pair : exploration.pairs())
    pairs.push_back({StatementId(pair.first), StatementId(pair.second)});
  HitObserver& observer = *this;
  const channel::ExplorationHeader& wish = exploration.header();
  const std::uint64_t patience = patience_for(wish.expected_steps);
  switch (wish.directed) {
    case channel::Direction::none: break;
    case channel::Direction::deadlocks: return *heap.create<Cornering>(heap, base, patience);
    case channel::Direction::races:
      return *heap.create<Directed>(heap, base, pairs.span(), observer, patience,
                                    afterwards_in(wish), wish.passes);
  }
  return *heap.create<Meetings>(heap, base, pairs.span(), observer);
}

void Scene::on_difference(const Difference& difference) {
  end_in_divergence(runtime_, controller_, difference);
}

// Nothing else is to be known of this run.
void Scene::on_all_met() {
  finish();
  end_quietly(runtime_);
}

void Scene::on_hit(const Hit& hit) {
  const bool each_once = exploration.header().until_met != 0;
  if (!hit.wanted || (++hits_ > kMostHits && !each_once)) return;
  const Candidate& first = hit.waiting_goes_first ? hit.waiting : hit.arriving;
  const Candidate& second = hit.waiting_goes_first ? hit.arriving : hit.waiting;
  const auto access = [&](const Candidate& candidate) {
    return LiveFinding::Access{candidate.thread, controller_.find(candidate.thread)->origin};
  };
  const LiveFinding together{first.next.bytes.intersection(second.next.bytes), access(first),
                             access(second)};
  runtime_.reporter.tell_together(together, first.next.statement.value(),
                                  second.next.statement.value(), hit.step);
  // What is read may be read again at once: it changes in between only if somebody can come there.
  const channel::ExplorationHeader& wish = exploration.header();
  if (wish.directed == channel::Direction::races && !each_once)
    controller_.find(first.thread)->stops_next = true;
  if (wish.trial != channel::Trial::none) controller_.find(second.thread)->stops_next = true;
  steward_at_race(runtime_.threads.system_id(first.thread),
                  runtime_.threads.system_id(second.thread));
}

}  // namespace steward
