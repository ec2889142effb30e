// The templates of this folder, for one kind of value: so that all of them are compiled as the
// runtime needs it.
#include "core/memory/atomic_history.h"

namespace steward {

template class AtomicHistory<std::uint64_t>;

}  // namespace steward
