#include "report/live/demangle.h"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace steward::report {
namespace {

// Compilers number the parts that they split a variable into, and the static variables of
// functions.
std::string without_number(const std::string& name) {
  const auto last = name.find_last_not_of("0123456789");
  const bool numbered = last != std::string::npos && last > 0 && last + 1 < name.size();
  return numbered && name[last] == '.' ? name.substr(0, last) : name;
}

}  // namespace

std::string demangled(const std::string& symbol) {
  // What a program copied from a library carries the library's version.
  std::string name = symbol.substr(0, symbol.find('@'));
  if (name.starts_with("_Z")) {
    name = without_number(name);
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> readable(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
    if (status == 0 && readable) name = readable.get();
    if (const auto clone = name.find(" [clone "); clone != std::string::npos) name.resize(clone);
    return name;
  }
  for (const char* mark : {".part.", ".constprop.", ".isra.", ".cold"}) {
    if (const auto copy = name.find(mark); copy != std::string::npos && copy > 0) name.resize(copy);
  }
  return without_number(name);
}

}  // namespace steward::report
