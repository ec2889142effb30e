#include "report/live/variable_layout.h"

#include <cstdlib>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <string>

namespace steward::report {
namespace {

bool is_at(Dwarf_Die* die, Dwarf_Addr address) {
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_attr(die, DW_AT_location, &attribute) == nullptr ||
      dwarf_getlocation(&attribute, &operations, &count) != 0 || count != 1)
    return false;
  if (operations[0].atom == DW_OP_addr) return operations[0].number == address;
  // Of DWARF 5: a number in a table of addresses.
  Dwarf_Attribute in_table;
  Dwarf_Addr found = 0;
  return operations[0].atom == DW_OP_addrx &&
         dwarf_getlocation_attr(&attribute, operations, &in_table) == 0 &&
         dwarf_formaddr(&in_table, &found) == 0 && found == address;
}

// The variable at an address below `die`. Also inside functions, where static ones are.
std::optional<Dwarf_Die> variable_below(Dwarf_Die* die, Dwarf_Addr address) {
  Dwarf_Die child;
  if (dwarf_child(die, &child) != 0) return std::nullopt;
  do {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_variable) {
      if (is_at(&child, address)) return child;
    } else if (tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block) {
      if (const auto found = variable_below(&child, address)) return found;
    }
  } while (dwarf_siblingof(&child, &child) == 0);
  return std::nullopt;
}

// Without typedefs and qualifiers.
std::optional<Dwarf_Die> type_of(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  if (dwarf_attr_integrate(die, DW_AT_type, &attribute) == nullptr ||
      dwarf_formref_die(&attribute, &type) == nullptr)
    return std::nullopt;
  Dwarf_Die peeled;
  if (dwarf_peel_type(&type, &peeled) != 0) return std::nullopt;
  return peeled;
}

std::optional<Dwarf_Die> type_of_variable(Dwfl_Module* module, std::uint64_t address) {
  if (module == nullptr) return std::nullopt;
  Dwarf_Die* unit = nullptr;
  Dwarf_Addr bias = 0;
  while ((unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr)
    if (auto found = variable_below(unit, address - bias)) return type_of(&*found);
  return std::nullopt;
}

std::uint64_t size_of(Dwarf_Die* type) {
  Dwarf_Word size = 0;
  return dwarf_aggregate_size(type, &size) == 0 ? size : 0;
}

std::uint64_t offset_of(Dwarf_Die* member) {
  Dwarf_Attribute attribute;
  Dwarf_Word offset = 0;
  dwarf_formudata(dwarf_attr(member, DW_AT_data_member_location, &attribute), &offset);
  return offset;
}

bool is_pointer(Dwarf_Die* type) {
  const int tag = dwarf_tag(type);
  return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
         tag == DW_TAG_rvalue_reference_type || tag == DW_TAG_ptr_to_member_type;
}

// A part with its type.
struct Typed {
  std::uint64_t offset = 0;
  Dwarf_Die type;

  VariablePart part() {
    VariablePart part{offset, size_of(&type), 0, is_pointer(&type)};
    if (dwarf_tag(&type) == DW_TAG_array_type)
      if (auto element = type_of(&type)) part.element = size_of(&*element);
    return part;
  }
};

// f(member) for each, bases and members without a name among them; until it says true.
template <class F>
bool any_member(Typed& of, F&& f) {
  Dwarf_Die child;
  if (dwarf_child(&of.type, &child) != 0) return false;
  do {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) continue;
    Dwarf_Attribute attribute;
    if (dwarf_attr(&child, DW_AT_data_member_location, &attribute) == nullptr &&
        dwarf_tag(&of.type) != DW_TAG_union_type)
      continue;  // a static one
    const auto type = type_of(&child);
    if (!type) continue;
    const char* const name = dwarf_diename(&child);
    if (f(name == nullptr || tag == DW_TAG_inheritance ? "" : name,
          Typed{of.offset + offset_of(&child), *type}))
      return true;
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

// A struct without members, and without any in its bases.
bool is_empty(Typed of) {
  const int tag = dwarf_tag(&of.type);
  if (tag != DW_TAG_structure_type && tag != DW_TAG_class_type) return false;
  return !any_member(of, [](const std::string&, Typed member) { return !is_empty(member); });
}

std::optional<Typed> member_named(Typed of, const std::string& name) {
  std::optional<Typed> found;
  any_member(of, [&](const std::string& member, Typed typed) {
    if (member == name) found = typed;
    else if (member.empty()) found = member_named(typed, name);
    return found.has_value();
  });
  return found;
}

// How many indices an array has.
int dimensions(Typed of) {
  Dwarf_Die child;
  int count = 0;
  if (dwarf_child(&of.type, &child) != 0) return count;
  do {
    if (dwarf_tag(&child) == DW_TAG_subrange_type) ++count;
  } while (dwarf_siblingof(&child, &child) == 0);
  return count;
}

std::optional<Typed> element_at(Typed of, std::uint64_t index) {
  const VariablePart array = of.part();
  if (array.element == 0 || index >= array.size / array.element) return std::nullopt;
  return Typed{of.offset + index * array.element, *type_of(&of.type)};
}

}  // namespace

std::optional<VariablePart> part_of_variable(Dwfl_Module* module, std::uint64_t address,
                                             std::string_view path) {
  const auto type = type_of_variable(module, address);
  if (!type) return std::nullopt;
  std::optional<Typed> at = Typed{0, *type};
  while (at && !path.empty()) {
    const bool is_member = path.front() == '.';
    const std::size_t end = is_member ? path.find_first_of(".[", 1) : path.find(']') + 1;
    if (!is_member && (path.front() != '[' || end == 0)) return std::nullopt;
    const std::string step(path.substr(1, is_member ? end - 1 : end - 2));
    if (!is_member && (step.empty() || step.find_first_not_of("0123456789") != std::string::npos))
      return std::nullopt;
    at = is_member              ? member_named(*at, step)
         : dimensions(*at) == 1 ? element_at(*at, std::strtoull(step.c_str(), nullptr, 10))
                                : std::nullopt;
    path.remove_prefix(end == std::string_view::npos ? path.size() : end);
  }
  if (!at) return std::nullopt;
  return at->part();
}

std::optional<PartAt> part_at(Dwfl_Module* module, std::uint64_t address, std::uint64_t offset) {
  const auto type = type_of_variable(module, address);
  if (!type) return std::nullopt;
  Typed at{0, *type};
  PartAt found{at.part(), std::nullopt};
  if (offset >= found.part.size) return std::nullopt;
  for (;;) {
    std::optional<Typed> inner;
    if (found.part.element != 0) {
      found.array = found.part;
      inner = element_at(at, (offset - found.part.offset) / found.part.element);
    } else {
      any_member(at, [&](const std::string&, Typed member) {
        const VariablePart part = member.part();
        // A base without anything in it takes no room, whatever its size is.
        if (offset - part.offset < part.size && !is_empty(member)) inner = member;
        return inner.has_value();
      });
    }
    if (!inner) return found;
    at = *inner;
    found.part = at.part();
  }
}

}  // namespace steward::report
