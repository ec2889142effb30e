#include "runtime/control/guarding.h"

#include <atomic>

#include "runtime/control/events.h"
#include "runtime/report/race_words.h"
#include "runtime/report/words.h"

namespace steward {

namespace {

constinit std::atomic<const steward_guard_module*> thrower = nullptr;
constinit std::atomic<steward_guard_handler> handler = nullptr;

}  // namespace

void* run_routine(void* (*routine)(void*), void* argument) {
  const steward_guard_module* const module = thrower.load(std::memory_order_relaxed);
  const Runtime* const found = runtime();
  if (module == nullptr || found == nullptr || !found->race_policy.may_refuse() ||
      !found->race_policy.ends_threads())
    return routine(argument);
  return module->run(routine, argument);
}

namespace {

steward_access as_record(const Runtime& runtime, const LiveFinding::Access& access,
                         AddressRange bytes) {
  const AccessOrigin& origin = runtime.origins.at(access.origin.number());
  const AddressRange range = origin.range(bytes);
  steward_access record = {};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the program's
  record.address = reinterpret_cast<const void*>(range.begin.value());
  record.size = range.size;
  record.thread = access.thread.value();
  record.writes = is_write(origin.kind);
  record.atomic = origin.kind == AccessKind::atomic_read || origin.kind == AccessKind::atomic_write;
  record.frees = origin.kind == AccessKind::free;
  record.calls = origin.calls.value();
  record.counter = origin.counter;
  return record;
}

}  // namespace
}  // namespace steward

using namespace steward;

void __steward_guard_begin() {
  activate();
  if (Runtime* const found = runtime()) found->reporter.tell_guarded();
}

void __steward_guard_trusts(unsigned long long accesses) {
  Runtime* const found = runtime();
  if (found == nullptr) return;
  found->reporter.tell_loss(
      Words(found->heap)
          << "accesses in the program's code that are not checked, since annotations "
             "say that a lock guards what they access (--trust-annotations): races of "
             "theirs with what does without the lock were not found, nor kept from "
             "happening",
      accesses);
}

void __steward_guard_set_module(const steward_guard_module* module) {
  thrower.store(module, std::memory_order_relaxed);
}
const steward_guard_module* __steward_guard_module() {
  return thrower.load(std::memory_order_relaxed);
}

int __steward_guard_refused(steward_race* race) {
  const Scope scope(STEWARD_CALLER);
  if (!scope) return steward_way_abort;
  const Refusal& refusal = scope.thread().refusal;
  if (race != nullptr) {
    race->earlier = as_record(scope.state(), refusal.race.earlier, refusal.race.bytes);
    race->refused = as_record(scope.state(), refusal.race.later, refusal.race.bytes);
  }
  return refusal.what == channel::OnRace::end_thread ? steward_way_end_thread : steward_way_throw;
}

void __steward_guard_tell(int way, int why) {
  const Scope scope(STEWARD_CALLER);
  if (!scope) return;
  const Refusal& refusal = scope.thread().refusal;
  if (refusal.is_news || way == steward_way_abort)
    scope.state().reporter.tell_refused(refusal.race, way, why);
}

std::size_t __steward_guard_stack(const steward_access* access, void** counters, std::size_t room) {
  const Scope scope(STEWARD_CALLER);
  std::size_t count = 0;
  const auto add = [&](std::uint64_t counter) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): an address in code
    if (count < room && counter != 0) counters[count++] = reinterpret_cast<void*>(counter);
  };
  if (!scope) return 0;
  add(access->counter);
  scope.state().contexts.for_each(ChainId(access->calls),
                                  [&](const Call& call) { add(call.counter); });
  return count;
}

steward_guard_handler __steward_guard_set_handler(steward_guard_handler fresh) {
  return handler.exchange(fresh);
}
steward_guard_handler __steward_guard_handler() { return handler.load(); }
