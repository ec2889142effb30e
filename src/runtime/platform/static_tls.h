// Where libc keeps the thread-local variables of modules that were there from the beginning.
#pragma once

#include "core/event/types.h"

namespace steward {

// Asks libc how much it is: once, since who looks up names may have to wait for the loader.
void measure_static_tls();
// Of the calling thread. Nothing if libc did not tell.
AddressRange static_tls_of_caller();

}  // namespace steward
