// What a compiler is, and which flags make it show Steward the most.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/parse.h"

namespace steward::cli {

enum class CompilerFamily : std::uint8_t { gcc, clang };

struct Compiler {
  std::string path;
  CompilerFamily family = CompilerFamily::gcc;
  std::string version;  // the first line of --version
  // It understands the flags that show the read of `x++`, and those that keep it from complaining
  // where they have no use.
  bool shows_reads_before_writes = false;
};

// Asks the compiler itself: `cc` can be either, and vendors patch what version numbers promise.
Result<Compiler, UsageError> identify_compiler(const std::string& path);

// What to add in front of the user's words `arguments`.
std::vector<std::string> instrumenting_flags(const Compiler& compiler,
                                             const std::vector<std::string>& arguments);

// Whether these words make it link, and not only compile.
bool links(const std::vector<std::string>& arguments);

}  // namespace steward::cli
