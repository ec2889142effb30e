// Functions by which objects change hands, as the user says: what a call of one sends and receives.
// Without such functions all of this does nothing.
#pragma once

#include <cstdint>

#include "runtime/control/events.h"

namespace steward {

// Asks the tool which ones there are in the modules that are loaded by now.
void find_functions(Runtime& runtime);

// The function with the code at `counter` begins: who receives then knows what this thread did
// until now. What is given back: the channels that it receives from until it ends.
channel::Channels function_called(const ChannelFunction& function, std::uint64_t counter);
// REQUIRES: the runtime is there.
[[gnu::always_inline]] inline channel::Channels function_begins(std::uint64_t counter) {
  const FunctionTable* const table = runtime()->functions.get();
  if (table == nullptr) [[likely]]
    return 0;
  const ChannelFunction* const function = table->at(counter);
  return function == nullptr ? 0 : function_called(*function, counter);
}
// Whether there is any such function.
[[gnu::always_inline]] inline bool follows_functions() {
  return runtime()->functions.get() != nullptr;
}
// The last function that received from these is over: it has got by now whatever it was to get.
void function_ends(channel::Channels receives, std::uint64_t counter);

}  // namespace steward
