// Random programs for the machine: any list of instructions is one.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sched/machine.h"

namespace steward {

struct Instruction {
  enum class Kind : std::uint8_t {
    read,
    write,
    lock,
    unlock,
    work,
    skip_if_odd,
    spin,
    draw,
    sleep
  };
  Kind kind = Kind::work;
  unsigned object = 0;
  unsigned statement = 0;
};
using Instructions = std::vector<Instruction>;

// One list of instructions a thread.
using Threads = std::vector<Instructions>;

// Executes the instructions; at the end it lets go of all locks.
Program interpret(Machine& machine, Instructions instructions);

// Puts the threads into a machine.
void load(Machine& machine, const Threads& threads);

// Adds a failure to the running test unless the property, made of RC_ASSERT, holds for random
// programs of one to four threads on three cells and two locks, with statements 0 (none) to 3, and
// a random seed for each. How many and from where: as for random traces (support/property.h).
void check_on_random_programs(
    const std::function<void(const Threads& threads, std::uint64_t seed)>& property);

}  // namespace steward
