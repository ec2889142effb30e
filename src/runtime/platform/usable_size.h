// How large a block of the heap is to its allocator.
#pragma once

#include <cstddef>

namespace steward {

// To be called once, before the first question: a block may be asked for inside a lookup, which
// cannot have another one begin.
void find_usable_size();
std::size_t usable_size(void* block);

}  // namespace steward
