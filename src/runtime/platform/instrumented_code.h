// Which modules of the program are instrumented.
//
// A library that is not may order its threads by means that nobody sees. So what it does with
// memory by calls that are seen counts only if the caller is instrumented.
#pragma once

#include <cstdint>

namespace steward {

// Whether the module that this address is in asks for the compiler's callbacks. A file of it that
// was compiled without is not told apart.
bool is_instrumented_code(std::uint64_t counter);

}  // namespace steward
