// The names of a symbol table as people write them.
#pragma once

#include <string>

namespace steward::report {

// "_Z3fooi" as "foo(int)"; what is no C++ name stays as it is. Marks of a compiler's copies of a
// function ("[clone .part.0]", ".constprop.0") are left out: they come and go with each build.
std::string demangled(const std::string& symbol);

}  // namespace steward::report
