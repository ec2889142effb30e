// What debug information says of the parts of a variable: its members and elements.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

struct Dwfl_Module;

namespace steward::report {

struct VariablePart {
  std::uint64_t offset = 0;  // in the variable
  std::uint64_t size = 0;
  std::uint64_t element = 0;  // of an array: how large one is; 0: it is none
  bool is_pointer = false;
};

// The part that `path` names, as the source does after the variable's name: "", ".x", "[3].y".
// Nothing without debug information of a variable at that address, or if it has no such part.
std::optional<VariablePart> part_of_variable(Dwfl_Module* module, std::uint64_t address,
                                             std::string_view path);
// The smallest part that has the byte at `offset`: a number, a pointer. And the innermost array
// around it, if there is one: its elements are alike.
struct PartAt {
  VariablePart part;
  std::optional<VariablePart> array;
};
std::optional<PartAt> part_at(Dwfl_Module* module, std::uint64_t address, std::uint64_t offset);

}  // namespace steward::report
