// Whether a heap is as a heap should be.
#pragma once

#include "managed/collector.h"

namespace managed {

// fail()s unless each reference in an object, and each of the roots, is null or the beginning of an
// object. REQUIRES: the world is stopped.
void verify(Collector& collector, Roots& roots);

}  // namespace managed
