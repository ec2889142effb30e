// Who might still help when all threads of a controlled execution wait: a timer or a child process,
// whose signal the program handles, and threads that nobody has seen so far.
#pragma once

#include <span>

#include "runtime/explore/seat.h"

namespace steward {

class Runtime;

enum class Help {
  none,
  sleeps,  // somebody is there, but waits, too
  comes
};
Help look_for_help(Runtime& runtime, std::span<Seat* const> seats);

// Whether a timer is set that the program will hear of.
bool a_timer_runs();

}  // namespace steward
