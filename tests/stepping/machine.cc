#include "stepping/machine.h"

#include <algorithm>

#include "base/check.h"

namespace steward::stepping {

Machine* Machine::now_ = nullptr;

std::size_t Machine::explore(const std::function<Scenario()>& make, bool whole) {
  std::vector<Choice> path;
  std::size_t orders = 0;
  do {
    Machine machine(whole);
    now_ = &machine;
    if (machine.run(make(), path)) ++orders;
    now_ = nullptr;
    // What was tried at the last choice sleeps there from now on; run() takes another, or none.
    if (!path.empty()) path.back().asleep.push_back(path.back().chosen);
  } while (!path.empty());
  return orders;
}

// Follows `path` but for its last choice, which is to be made anew, and goes on from there. False
// if all that could come next was tried before.
bool Machine::run(Scenario scenario, std::vector<Choice>& path) {
  for (auto& body : scenario.threads) {
    fibers_.push_back(std::make_unique<Fiber>());
    fibers_.back()->body = std::move(body);
    resume(fibers_.size() - 1);
  }
  std::vector<Step> asleep;
  for (std::size_t depth = 0;; ++depth) {
    const std::vector<Step> all = enabled();
    if (all.empty()) break;
    const bool known = depth + 1 < path.size();
    if (depth < path.size()) asleep = path[depth].asleep;
    Step chosen;
    if (known) {
      chosen = path[depth].chosen;
    } else {
      const auto awake = std::find_if(all.begin(), all.end(), [&](const Step& step) {
        return std::find(asleep.begin(), asleep.end(), step) == asleep.end();
      });
      if (awake == all.end()) {
        path.resize(depth);
        return false;
      }
      chosen = *awake;
      if (depth == path.size()) path.push_back({chosen, asleep});
      else path[depth].chosen = chosen;
    }
    std::erase_if(asleep, [&](const Step& step) { return depend(step, chosen); });
    perform(chosen);
  }
  for (const auto& fiber : fibers_) STEWARD_CHECK(fiber->done);  // or else a deadlock
  scenario.finish();
  return true;
}

void Machine::enter() {
  Machine& machine = *now_;
  Fiber& fiber = *machine.fibers_[machine.running_];
  fiber.body();
  fiber.done = true;
  machine.pause(fiber);
}

// Contexts to begin with, jumps from then on: those leave the signals alone, and cost no system
// call.

void Machine::resume(std::size_t thread) {
  Fiber& fiber = *fibers_[thread];
  running_ = thread;
  if (_setjmp(scheduler_) == 0) {
    if (fiber.begin.uc_stack.ss_sp != nullptr) _longjmp(fiber.here, 1);
    getcontext(&fiber.begin);
    fiber.begin.uc_stack.ss_sp = fiber.stack.get();
    fiber.begin.uc_stack.ss_size = kStack;
    makecontext(&fiber.begin, &Machine::enter, 0);
    setcontext(&fiber.begin);
  }
  running_ = kNone;
}
void Machine::pause(Fiber& fiber) {
  if (_setjmp(fiber.here) == 0) _longjmp(scheduler_, 1);
}

void Machine::announce(StepKind kind, const void* place) {
  Fiber& fiber = *fibers_[running_];
  fiber.next = {running_, kind, false, number_of(place)};
  pause(fiber);
}

std::size_t Machine::number_of(const void* place) {
  return places_.emplace(place, places_.size()).first->second;
}

std::uint64_t Machine::in_memory_for(std::size_t thread, const SteppedBits& bits) const {
  const auto& buffer = fibers_[thread]->buffer;
  for (std::size_t i = buffer.size(); i-- > 0;)
    if (buffer[i].bits == &bits) return buffer[i].value;
  return bits.memory_;
}

// Who holds the word may load at any moment: nobody else stores there meanwhile. So a scenario has
// one word.
std::uint64_t Machine::load(const SteppedBits& bits) {
  Fiber& fiber = *fibers_[running_];
  if (!fiber.holds && !whole_) announce(StepKind::load, &bits);
  fiber.loaded = &bits;
  fiber.changed = false;
  fiber.seen = in_memory_for(running_, bits);
  return fiber.seen;
}
void Machine::store(SteppedBits& bits, std::uint64_t value, bool release) {
  Fiber& fiber = *fibers_[running_];
  if (release) fiber.holds = false;
  if (whole_) bits.memory_ = value;
  else fiber.buffer.push_back({&bits, value, release});
  number_of(&bits);
}
bool Machine::exchange_if(SteppedBits& bits, std::uint64_t expected, std::uint64_t value,
                          bool holds) {
  Fiber& fiber = *fibers_[running_];
  if (!whole_) announce(StepKind::exchange, &bits);
  fiber.changed = bits.memory_ != expected;
  if (fiber.changed) return false;
  bits.memory_ = value;
  fiber.holds = holds;
  return true;
}
void Machine::fence_others() {
  if (!whole_) announce(StepKind::fence, this);
  for (const auto& fiber : fibers_) {
    for (const Buffered& entry : fiber->buffer) entry.bits->memory_ = entry.value;
    fiber->buffer.clear();
  }
}
void Machine::retry() { announce(StepKind::retry, fibers_[running_]->loaded); }
void Machine::begin_action() {
  if (whole_) announce(StepKind::exchange, this);
}
void Machine::take(int mutex) {
  fibers_[running_]->mutex = mutex;
  announce(StepKind::take, reinterpret_cast<const void*>(static_cast<std::uintptr_t>(mutex)));
  owners_[mutex] = running_;
  turns_.push_back({running_, mutex, true});
}
void Machine::give(int mutex) {
  announce(StepKind::give, reinterpret_cast<const void*>(static_cast<std::uintptr_t>(mutex)));
  owners_.erase(mutex);
  turns_.push_back({running_, mutex, false});
}

bool Machine::can(const Fiber& fiber) const {
  switch (fiber.next.kind) {
    case StepKind::load:
    case StepKind::store:
    case StepKind::fence: return true;
    // These wait for all stores before them.
    case StepKind::exchange:
    case StepKind::give: return fiber.buffer.empty();
    case StepKind::take: return fiber.buffer.empty() && !owners_.contains(fiber.mutex);
    case StepKind::retry: return fiber.changed || fiber.loaded->memory_ != fiber.seen;
  }
  return true;
}

std::vector<Step> Machine::enabled() const {
  std::vector<Step> all;
  for (std::size_t i = 0; i < fibers_.size(); ++i) {
    const Fiber& fiber = *fibers_[i];
    if (!fiber.done && can(fiber)) all.push_back(fiber.next);
    for (auto entry = fiber.buffer.begin(); entry != fiber.buffer.end(); ++entry) {
      const bool first_there =
          std::none_of(fiber.buffer.begin(), entry,
                       [&](const Buffered& earlier) { return earlier.bits == entry->bits; });
      if (first_there && (!entry->release || entry == fiber.buffer.begin()))
        all.push_back({i, StepKind::store, true, places_.at(entry->bits)});
    }
  }
  return all;
}

void Machine::perform(const Step& step) {
  Fiber& fiber = *fibers_[step.thread];
  if (!step.flush) {
    resume(step.thread);
    return;
  }
  const auto entry = std::find_if(
      fiber.buffer.begin(), fiber.buffer.end(),
      [&](const Buffered& buffered) { return places_.at(buffered.bits) == step.place; });
  entry->bits->memory_ = entry->value;
  fiber.buffer.erase(entry);
}

// Whether it makes a difference which of the two comes first.
bool Machine::depend(const Step& a, const Step& b) const {
  if (a.kind == StepKind::fence || b.kind == StepKind::fence) return true;
  if (a.thread == b.thread) {
    // A store on its way to memory is passed by what the thread does meanwhile, unless that waits.
    if (a.flush && b.flush) return a.place == b.place;
    return a.flush == b.flush || (a.flush ? b : a).kind != StepKind::load;
  }
  return a.place == b.place && (a.kind != StepKind::load || b.kind != StepKind::load);
}

}  // namespace steward::stepping
