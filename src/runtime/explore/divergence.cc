#include "runtime/explore/divergence.h"

#include "runtime/control/endings.h"
#include "runtime/explore/controller.h"
#include "runtime/state/runtime.h"

namespace steward {
namespace {

constexpr char kKind[] = "divergence";

const char* in_words(OperationKind kind) {
  switch (kind) {
    case OperationKind::begin: return "begin";
    case OperationKind::turn: return "go on with its work";
    case OperationKind::access: return "make a watched access";
    case OperationKind::atomic: return "do an atomic operation";
    case OperationKind::acquire: return "acquire something";
    case OperationKind::release: return "release something";
    case OperationKind::wait: return "come back from a wait";
    case OperationKind::signal: return "signal something";
    case OperationKind::create: return "make a thread";
    case OperationKind::join: return "join a thread";
    case OperationKind::sleep: return "wake up";
    case OperationKind::outside: return "ask the system";
  }
  return "do something";
}

void add_decision(const Controller& controller, const Decision& decision, Remark& remark) {
  Words& words = remark.message;
  switch (decision.what) {
    case Decision::What::draw:
      if (decision.lets_time_pass()) words << "time to pass";
      else words << "a number below " << decision.bound << " to be drawn, " << decision.value;
      return;
    case Decision::What::arrival:
      words << "something to come from outside for thread number " << decision.thread.value();
      return;
    case Decision::What::choice: break;
  }
  if (controller.find(decision.thread) != nullptr) {
    words << decision.thread;
    remark.about(decision.thread);
  } else {
    words << "thread number " << decision.thread.value() << ", which is not there,";
  }
  words << " to " << in_words(decision.kind) << ", one of " << decision.enabled;
}

void add_stack_of(const Seat& seat, const char* what, Runtime& runtime, Remark& remark) {
  Words caption(runtime.heap);
  caption << seat.id << what;
  remark.about(seat.id);
  remark.stack(caption, seat.counter, seat.thread->calls.context());
}

}  // namespace

void end_in_divergence(Runtime& runtime, const Controller& controller,
                       const Difference& difference) {
  Remark remark = runtime.reporter.remark(kKind, kKind);
  remark.message << "it is another execution from step " << difference.step << " on: expected ";
  if (difference.expected_end) remark.message << "the end";
  else add_decision(controller, difference.expected, remark);
  remark.message << "; now it is ";
  add_decision(controller, difference.found, remark);
  const Seat* const found = difference.found.what == Decision::What::choice
                                ? controller.find(difference.found.thread)
                                : current_thread->seat;
  if (found != nullptr) add_stack_of(*found, " is here:", runtime, remark);
  runtime.reporter.tell(remark);
  end_failed(runtime);
}

void tell_early_end(Runtime& runtime, std::uint64_t steps) {
  Remark remark = runtime.reporter.remark(kKind, kKind);
  remark.message << "it is another execution: it ends after step " << steps
                 << ", the recorded one went on";
  runtime.reporter.tell(remark);
}

void end_in_vain(Runtime& runtime, const Controller& controller, ThreadId waits) {
  Remark remark = runtime.reporter.remark(kKind, kKind);
  remark.message << "it is another execution: what " << waits
                 << " got from outside then does not come now";
  if (const Seat* const seat = controller.find(waits))
    add_stack_of(*seat, " waits here:", runtime, remark);
  runtime.reporter.tell(remark);
  end_failed(runtime);
}

void end_with_all_waiting(Runtime& runtime, const Controller& controller) {
  Remark remark = runtime.reporter.remark(kKind, kKind);
  remark.message << "it is another execution from step " << controller.steps()
                 << " on: no thread can go on now, where one could then";
  runtime.reporter.tell(remark);
  end_failed(runtime);
}

}  // namespace steward
