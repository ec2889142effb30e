// The order of locks and its like as compiled code, to be put to the test of the runtime's rules:
// see core/detect/instances.cc.
#include "core/lockset/lock_order.h"
#include "core/lockset/lock_use.h"

namespace steward {

template class LockOrder<EventIndex>;

}  // namespace steward
