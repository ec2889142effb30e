// The functions that a module calls in others.
#pragma once

#include <cstdint>
#include <map>
#include <string>

struct Dwfl_Module;

namespace steward::report {

class Imports {
 public:
  explicit Imports(Dwfl_Module* module);

  // The function whose address the loader puts into the word at `slot`; null if none.
  const std::string* at(std::uint64_t slot) const;

 private:
  std::map<std::uint64_t, std::string> names_;
};

}  // namespace steward::report
