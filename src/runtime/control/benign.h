// Memory on which the program says that it wants to race.
#pragma once

#include "core/event/types.h"

namespace steward {

// Ranges beyond a thousand are not kept: their races are told.
void add_benign(AddressRange range);
// Asked only when a race was found.
bool is_benign(Address address);

}  // namespace steward
