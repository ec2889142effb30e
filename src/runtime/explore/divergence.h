// An execution that was to repeat another one, and went another way.
#pragma once

#include <cstdint>

#include "sched/strategy/verifying.h"

namespace steward {

class Controller;
class Runtime;

// Reports where, and ends the process: nothing that it could still do says anything of the other.
[[noreturn]] void end_in_divergence(Runtime& runtime, const Controller& controller,
                                    const Difference& difference);
// It has come to its end after so many steps, where the other one went on.
void tell_early_end(Runtime& runtime, std::uint64_t steps);
// What a thread got from outside then does not come now.
[[noreturn]] void end_in_vain(Runtime& runtime, const Controller& controller, ThreadId waits);
// All threads wait, and nothing is to come from outside at this step.
[[noreturn]] void end_with_all_waiting(Runtime& runtime, const Controller& controller);

}  // namespace steward
