// A stale value lies in memory for one load of the program, which comes right after the callback
// that told of it. Code that tells nothing may come after that, and is to find what is really
// there. So the thread goes on step by step, by the processor's trap flag, until it calls a
// function or returns from one.
#pragma once

#include <cstdint>

#include "runtime/state/thread.h"

namespace steward {

// The calling thread, in a callback that returns to `counter`, settles its memory soon after that.
// Not always: where a debugger or the program has the signal for itself, and where the code behind
// `counter` was followed often enough, memory is put in order when the thread enters the runtime,
// as ever.
void settle_after_load(const ThreadState& t, std::uint64_t counter);

// What the processor does next, as far as it matters here.
enum class NextStep { plain, calls, returns, calls_system };
// REQUIRES an instruction of x86-64 there.
NextStep next_step(const std::uint8_t* code);

}  // namespace steward
