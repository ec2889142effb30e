// What the program's own code does when it is refused an access: see <steward/race_record.h>.
#pragma once

namespace steward {

// A thread's routine, begun so that it may end by an exception that says so.
void* run_routine(void* (*routine)(void*), void* argument);

}  // namespace steward
