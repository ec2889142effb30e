#include "runtime/control/regions.h"

namespace steward {
namespace {

// In a trace stands what happened there, and that it happened there.
void tell_trace(ThreadState& t, Regions regions, bool begin) {
  while (regions) {
    const Untracked what = regions.accesses == 0          ? Untracked::synchronization
                           : regions.synchronization == 0 ? Untracked::accesses
                                                          : Untracked::both;
    runtime()->detector.untracked(*t.analysis, what, begin);
    regions.accesses -= regions.accesses > 0;
    regions.synchronization -= regions.synchronization > 0;
  }
}

}  // namespace

void enter_regions(ThreadState& t, Regions more) {
  t.regions.accesses += more.accesses;
  t.regions.synchronization += more.synchronization;
  if (Analysis::records()) return tell_trace(t, more, true);
  t.ignore_accesses += more.accesses;
  t.ignore_atomics += more.accesses;
  t.ignore_synchronization += more.synchronization;
}

void leave_regions(ThreadState& t, Regions fewer) {
  t.regions.accesses -= fewer.accesses;
  t.regions.synchronization -= fewer.synchronization;
  if (Analysis::records()) return tell_trace(t, fewer, false);
  t.ignore_accesses -= fewer.accesses;
  t.ignore_atomics -= fewer.accesses;
  t.ignore_synchronization -= fewer.synchronization;
}

}  // namespace steward
