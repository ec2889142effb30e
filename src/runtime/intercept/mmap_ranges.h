// Giving back ranges of memory of any size.
#pragma once

#include "runtime/control/events.h"

namespace steward {

// A checked write of the whole range, by whoever gives it back. Of large ranges only the pages that
// are there count: reservations of many gigabytes are common, and who never touched a page cannot
// race on it.
void free_range(const Scope& scope, AddressRange range);

}  // namespace steward
