// Which code is not the program's: the runtime's own, and the system's (libc and the loader).
//
// libc and the loader keep what they own in order by locks of their own, which nobody outside sees:
// blocks that they get and give back for themselves can be held against nobody.
#pragma once

#include <cstdint>

namespace steward {

// To be called once, before the first question.
void find_code();
bool is_own_code(std::uint64_t counter);
bool is_system_code(std::uint64_t counter);

}  // namespace steward
