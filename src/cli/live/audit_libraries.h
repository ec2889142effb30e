// The libraries that come with a program.
#pragma once

#include <string>
#include <vector>

#include "cli/live/audit_elf.h"

namespace steward::cli {

struct LoadedLibraries {
  std::vector<std::string> files;    // without those of the C and C++ run-time systems
  std::vector<std::string> missing;  // names for which there is no file
};

// Everything that `program` needs, directly or not, found as its own loader finds it.
LoadedLibraries libraries_of(const std::string& program, const ElfFacts& facts);

}  // namespace steward::cli
