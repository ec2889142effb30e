// The detectors as compiled code: for traces, and for the policy with locks. Templates that nobody
// instantiates are not checked for anything; here the runtime's rules (no exceptions, no RTTI, no
// libstdc++.so, memory from outside) are put to the test.
#include "core/detect/dispatch.h"
#include "core/detect/djit.h"
#include "core/detect/fasttrack.h"
#include "core/detect/goldilocks.h"
#include "core/detect/hybrid.h"
#include "core/detect/lockset.h"
#include "core/detect/selector.h"
#include "core/detect/simple.h"
#include "core/detect/simple_paper.h"
#include "core/event/roots.h"

namespace steward {

template class VectorClockDetector<Sequential, DjitCell>;
template class VectorClockDetector<Sequential, FastTrackCell>;
template class Goldilocks<Sequential>;
template class Hybrid<Sequential>;
template class LocksetDetector<Sequential>;
template class Simple<Sequential>;
template class Selector<Sequential>;
template class SimplePaper<Sequential>;

template class VectorClockDetector<Locked, DjitCell>;
template class VectorClockDetector<Locked, FastTrackCell>;
template class Goldilocks<Locked>;
template class Hybrid<Locked>;
template class LocksetDetector<Locked>;
template class Simple<Locked>;
template class SimplePaper<Locked>;

template class Dispatcher<Djit<Sequential>>;
template class Dispatcher<FastTrack<Sequential>>;
template class Dispatcher<Goldilocks<Sequential>>;
template class Dispatcher<Hybrid<Sequential>>;
template class Dispatcher<LocksetDetector<Sequential>>;
template class Dispatcher<Simple<Sequential>>;
template class Dispatcher<Selector<Sequential>>;
template class Dispatcher<SimplePaper<Sequential>>;

}  // namespace steward
