#include "runtime/platform/usable_size.h"

#include <malloc.h>

#include "runtime/platform/real.h"

namespace steward {
namespace {

STEWARD_ONLY_REAL(malloc_usable_size);

}  // namespace

void find_usable_size() { real_malloc_usable_size.get(); }
std::size_t usable_size(void* block) { return real_malloc_usable_size(block); }

}  // namespace steward
