// Names of functions as people write them.
#pragma once

#include <string>
#include <string_view>

namespace steward::report {

// Without what the C++ library's templates have by default, and what it calls its parts by:
// "std::vector<std::string>::size() const" is what a demangler writes in some 150 characters.
std::string readable(std::string_view function);

}  // namespace steward::report
