// Which stores an atomic load got its value from, byte by byte.
#pragma once

#include <cstddef>
#include <vector>

#include "support/execution.h"

namespace steward::oracle {

// For each event that reads atomically (loads and read-modify-writes): the atomic stores X such
// that it read, in at least one byte, the value of X or of a store in the release sequence that X
// would head were it a release (C++20 [intro.races]: X and the read-modify-writes that directly
// follow it; any other store ends it, also one by X's own thread). For all other events: none.
//
// Each byte has the list of the atomic stores since its storage began. A plain write, free, alloc
// and clear empty it: what a load then finds comes from no atomic store. A copy brings the source's
// list along. A load's store_age counts back from the newest store; past the oldest it found the
// initial value. A read-modify-write reads the newest store and appends itself.
std::vector<std::vector<std::size_t>> heads_read(const Execution& x);

}  // namespace steward::oracle
