// What a program may want to be told of its own heap.
#pragma once

#include <cstddef>

namespace steward {

// Outside the runtime: the hooks are the program's code.
void tell_allocated(const void* block, std::size_t size);
// Whether it may be freed.
bool tell_freeing(const void* block);

}  // namespace steward
