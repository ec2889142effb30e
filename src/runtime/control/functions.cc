#include "runtime/control/functions.h"

#include <cstdlib>

#include "runtime/platform/signal_mask.h"

namespace steward {
void find_functions(Runtime& runtime) {
  const char* const answers = std::getenv(channel::kFunctionsVariable);
  if (answers == nullptr) return;
  const SignalsBlocked blocked;
  const std::uint64_t question = runtime.reporter.ask_for_functions();
  if (question == 0) return;
  auto* const table = runtime.heap.create<FunctionTable>(runtime.heap);
  table->read(answers, question);
  runtime.functions.install(*table, question);
}

channel::Channels function_called(const ChannelFunction& function, std::uint64_t counter) {
  const channel::FunctionEntry& entry = function.entry;
  const Scope scope(counter);
  if (!scope) return 0;
  if (function.is_first_call()) {
    channel::Encoder body(scope.state().heap);
    body.number(entry.number);
    scope.state().sender.send(channel::Kind::called, body);
  }
  for_each_channel(entry.sends, [&](MessageId channel) { scope.send(channel); });
  return entry.receives;
}

void function_ends(channel::Channels receives, std::uint64_t counter) {
  if (const Scope scope(counter); scope) scope.receive(receives);
}

}  // namespace steward
