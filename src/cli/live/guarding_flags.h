// How a program is built that can refuse an access that would race.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/live/audit_compiler.h"
#include "cli/parse.h"

namespace steward::cli {

struct Guarding {
  bool cxx = true;                  // and not C
  bool lifts_std = false;           // the standard library's noexcept counts for nothing
  bool trusts_annotations = false;  // of clang's thread-safety analysis, where that is content
};

// What to add in front of the user's words `arguments`, instead of instrumenting_flags().
Result<std::vector<std::string>, UsageError> guarding_flags(
    const Compiler& compiler, const std::vector<std::string>& arguments, const Guarding& wish);

}  // namespace steward::cli
