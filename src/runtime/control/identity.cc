#include "runtime/control/identity.h"

#include "channel/encoder.h"
#include "runtime/turns/turns.h"

namespace steward {

void carry(ThreadState& to) {
  ThreadState* const from = current_thread;
  if (from == nullptr || from == &to) return;
  const Busy busy(*from);
  to.carrier = from->carrier;
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
