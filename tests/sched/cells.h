// What most small programs of these tests are about.
#pragma once

#include "sched/hit.h"
#include "sched/machine.h"

namespace steward {

inline constexpr Machine::Cell x = 0, y = 1;
inline constexpr StatementPair kPair{StatementId(1), StatementId(2)};

}  // namespace steward
