#include "runtime/control/relief.h"

#include "runtime/platform/memory_use.h"
#include "runtime/platform/raw.h"
#include "runtime/state/runtime.h"

namespace steward {
namespace {

const char* cause(Want want) {
  switch (want) {
    case Want::system_memory: return ", because the system had no memory left";
    case Want::numbers: return ", because there were too many different stacks and places";
    default: return ", to stay within max_memory_mb";
  }
}

void say(Runtime& runtime, const char* what, Want want) {
  Words sentence(runtime.heap);
  sentence << what << cause(want);
  runtime.reporter.tell_loss(sentence);
}

void forget_accesses(Runtime& runtime) {
  runtime.detector.forget_accesses();
  say(runtime, "times that all accesses so far were forgotten", Want::limit);
}

void lower_effort(Runtime& runtime, Effort to, Want want) {
  runtime.effort.store(to, std::memory_order_relaxed);
  // Threads go on calling functions.
  if (to == Effort::nothing) runtime.contexts.freeze();
  say(runtime,
      to == Effort::nothing ? "processes that were not watched to their end"
                            : "processes in which accesses were not recorded to their end",
      want);
}

// What the system or a table refuses would be refused again: there is no use in forgetting.
void take_step(Runtime& runtime, Want want) {
  const Effort effort = runtime.effort.load(std::memory_order_relaxed);
  if (effort == Effort::everything) {
    if (want == Want::limit) forget_accesses(runtime);
    if (want != Want::limit || memory_use.stays_tight())
      lower_effort(runtime, Effort::synchronization, want);
  } else if (effort == Effort::synchronization) {
    if (want == Want::limit || (want == Want::system_memory && reserve_runs_out()))
      lower_effort(runtime, Effort::nothing, want);
  }
}

}  // namespace

void make_room(Runtime& runtime) {
  if (!runtime.relief.try_lock()) {
    while (memory_use.is_tight() && runtime.relief.is_locked()) raw::call(SYS_sched_yield);
    return;
  }
  const Want want = memory_use.want();
  if (want != Want::none) take_step(runtime, want);
  memory_use.relieved(runtime.effort.load(std::memory_order_relaxed) != Effort::everything);
  runtime.relief.unlock();
}

}  // namespace steward
