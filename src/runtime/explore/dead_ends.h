// Where a controlled execution cannot go on: what people are told then.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/explore/seat.h"

namespace steward {

class Runtime;

enum class DeadEnd : std::uint8_t {
  deadlock,  // all wait for each other
  hang,      // it takes more steps than it may
};

// Tells who waits for what, and ends the process.
[[noreturn]] void end_in_dead_end(Runtime& runtime, std::span<Seat* const> seats, DeadEnd end);

// A thread wants to wait for its own end, or for that of one that waits for it: libc refuses, but
// who does not expect that goes on as if the other had ended.
void tell_refused_join(Runtime& runtime, const Seat& seat);

}  // namespace steward
