// The code of libc and of the loader.
//
// Both keep what they own in order by locks of their own, which nobody outside sees: blocks that
// they get and give back for themselves can be held against nobody.
#pragma once

#include <cstdint>

namespace steward {

// To be called once, before the first question.
void find_system_code();
bool is_system_code(std::uint64_t counter);

}  // namespace steward
