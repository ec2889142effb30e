// Was a file built for us?
#pragma once

#include <cstdint>
#include <string>

namespace steward::report {

enum class Instrumentation : std::uint8_t {
  unreadable,  // or no ELF file: a script
  none,
  dynamic,  // expects a runtime library, which can be ours
  linked,   // carries ThreadSanitizer's runtime inside: nothing can take its place
};

Instrumentation instrumentation_of(const std::string& path);

}  // namespace steward::report
