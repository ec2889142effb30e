#include "runtime/control/identity.h"

#include <algorithm>

#include "channel/encoder.h"
#include "runtime/control/lock_events.h"
#include "runtime/turns/turns.h"

namespace steward {
namespace {

// Between two calls by the same function of the program.
constexpr std::uint64_t kSameFunction = 512;
// A function may use memory below the frame that it had when it began.
constexpr std::uint64_t kBelowFrame = 256;

// Those that a carrier carries may have stacks of their own, or lie on its stack one behind the
// other, as tasks do that run to their end: then what is deeper than this call is gone, and whoever
// is carried now will have variables of its own there.
void leave_stack(Runtime& runtime, ThreadState& from, std::uint64_t frame) {
  CarrierStack& stack = from.carrier_stack;
  if (from.id == from.carrier) stack.own_end = frame;
  if (!stack.range.contains(Address(frame)) || frame > stack.own_end + kSameFunction) return;
  const std::uint64_t end = std::min(frame, stack.own_end);
  const std::uint64_t deepest = from.calls.take_lowest_frame();
  if (deepest >= end) return;
  const Address begin(std::max(deepest - kBelowFrame, stack.range.begin.value()));
  const AddressRange gone{begin, end - begin.value()};
  runtime.detector.clear(gone);
  objects_destroyed(runtime, gone);
}

}  // namespace

void carry(ThreadState& to, std::uint64_t frame) {
  ThreadState* const from = current_thread;
  if (from == nullptr || from == &to) return;
  const Busy busy(*from);
  leave_stack(*runtime(), *from, frame);
  to.carrier = from->carrier;
  to.carrier_stack = from->carrier_stack;
  to.cancelled_anywhere = from->cancelled_anywhere;
  pass_turns_on(*from, to);
  runtime()->detector.carries(to.carrier, to.id);
  to.passed_on = false;
  current_thread = &to;
}

void name_thread(const Scope& scope, const ThreadState& t, const char* name) {
  channel::Encoder body(scope.state().heap);
  body.number(t.id.value()).text(name);
  scope.state().sender.send(channel::Kind::name, body);
}

}  // namespace steward
