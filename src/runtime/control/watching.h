// Phase two of a prediction: finds the locations of the plan as they come to be, and has them
// watched. Without a plan all of this does nothing.
#pragma once

#include <cstdint>

#include "core/event/types.h"

namespace steward {

struct Block;
class Runtime;
struct ThreadState;

// Reads the plan. REQUIRES: nothing was watched yet.
void follow_plan(Runtime& runtime);
// The globals of modules that are loaded by now.
void watch_modules(Runtime& runtime);
// A block was allocated, or grew.
void watch_block(Runtime& runtime, const Block& block);
// A thread's stack and thread-local storage.
void watch_thread(Runtime& runtime, const ThreadState& t);

}  // namespace steward
