// What several passes ask about statements.
#pragma once

#include "gcc.h"

namespace steward_guard {

// Where it comes from, as far as that is an address that was computed apart.
tree plain_address(tree address);
// The variable that it is in, if that can be told.
tree base_of(tree address);
// Others may get to know, here, what this thread has done, or this one what others have. A check is
// a call, too.
bool may_synchronize(const gimple* statement);

}  // namespace steward_guard
