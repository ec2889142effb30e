// What clang's thread-safety analysis has found of files that GCC is to compile.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/parse.h"

namespace steward::cli {

// Asks clang about the sources among the compiler's words: whether every access to a field with
// GUARDED_BY is made under its lock. A file that whoever we become, and its children, can read:
// which accesses those are, as plugins/gcc/guarded_fields.h wants it. Empty if there are none to be
// believed; why is said.
Result<std::string, UsageError> checked_annotations(const std::vector<std::string>& arguments,
                                                    bool cxx);

}  // namespace steward::cli
