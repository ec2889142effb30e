// What the user, or a hunt, wants of steward confirm.
#pragma once

#include <cstdint>
#include <string>

#include "cli/explore/controlled_run.h"

namespace steward::cli {

struct ConfirmWish {
  std::uint64_t runs = 100;
  std::uint64_t seed = 1;
  std::string strategy;
  bool spurious = false;
  bool deadlocks = false;  // whether schedules are to look for them as well
  bool sure = false;       // a failure is due to a race only if chance hardly explains it
  bool rechecks = false;   // what raced in runs that failed is told, though nobody suspects it
  bool varied = false;     // in half of the runs threads are not equally fast
  std::string check = {};  // a command of the user's that looks at what a run has written
};

// What is wanted of runs for a pair.
ControlledWish wish_for(const ConfirmWish& wish);
// Who goes on where nobody is held. Unless the user wants a certain strategy, each has its share:
// nobody knows what it takes for the program to fail.
channel::Choice choice_without_direction(const ConfirmWish& wish);

}  // namespace steward::cli
