#include "report/live/debug_info.h"

#include <algorithm>
#include <cstdlib>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "report/live/demangle.h"

namespace steward::report {
namespace {

std::optional<std::string> function_name(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  for (const unsigned which : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name}) {
    if (dwarf_attr_integrate(die, which, &attribute) == nullptr) continue;
    if (const char* name = dwarf_formstring(&attribute)) return demangled(name);
  }
  return std::nullopt;
}

std::optional<std::uint32_t> known(Dwarf_Word number) {
  if (number == 0) return std::nullopt;
  return static_cast<std::uint32_t>(number);
}

std::optional<Dwarf_Word> number(Dwarf_Die* die, unsigned which) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr(die, which, &attribute), &value) != 0) return std::nullopt;
  return value;
}

// Compilers write "./x.cc" or "x.cc" relative to the folder of the compilation.
std::optional<std::string> path_of(const char* file, const char* folder) {
  if (file == nullptr) return std::nullopt;
  const std::string_view name(file);
  if (name.starts_with('/') || folder == nullptr) return std::string(name);
  return std::string(folder) + "/" + std::string(name);
}

const char* folder_of(Dwarf_Die* unit) {
  Dwarf_Attribute attribute;
  return dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
}

// The place of an address, as the line table says.
Frame line_at(Dwarf_Die* unit, Dwarf_Addr address) {
  Frame frame;
  Dwarf_Line* entry = dwarf_getsrc_die(unit, address);
  if (entry == nullptr) return frame;
  frame.file = path_of(dwarf_linesrc(entry, nullptr, nullptr), folder_of(unit));
  int number = 0;
  if (dwarf_lineno(entry, &number) == 0) frame.line = known(static_cast<Dwarf_Word>(number));
  if (dwarf_linecol(entry, &number) == 0) frame.column = known(static_cast<Dwarf_Word>(number));
  return frame;
}

// Whether `path` ends with `end`, beginning with a whole name in it.
bool is_end_of_path(std::string_view end, std::string_view path) {
  while (end.starts_with("./")) end.remove_prefix(2);
  if (!path.ends_with(end)) return false;
  const std::size_t rest = path.size() - end.size();
  return rest == 0 || path[rest - 1] == '/' || end.starts_with('/');
}

// The number of the line that an entry of a line table is code of.
std::optional<std::uint32_t> line_of(Dwarf_Line* entry) {
  int number = 0;
  bool last = false;
  if (dwarf_lineendsequence(entry, &last) != 0 || last) return std::nullopt;
  if (dwarf_lineno(entry, &number) != 0) return std::nullopt;
  return static_cast<std::uint32_t>(number);
}

// Compilers say so of code that stands for several lines.
bool is_of_no_line(Dwarf_Line* entry) { return line_of(entry) == 0u; }

bool is_at(Dwarf_Line* entry, const char* folder, const std::string& file,
           std::optional<std::uint32_t> column) {
  int number = 0;
  if (column &&
      (dwarf_linecol(entry, &number) != 0 || static_cast<std::uint32_t>(number) != *column))
    return false;
  const auto path = path_of(dwarf_linesrc(entry, nullptr, nullptr), folder);
  return path && is_end_of_path(file, *path);
}

// The place where the function `inlined` was called, had it not been inlined.
Frame call_of(Dwarf_Die* inlined, Dwarf_Die* unit) {
  Frame frame;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  const auto index = number(inlined, DW_AT_call_file);
  if (index && dwarf_getsrcfiles(unit, &files, &count) == 0 && *index < count) {
    frame.file = path_of(dwarf_filesrc(files, *index, nullptr, nullptr), folder_of(unit));
  }
  frame.line = known(number(inlined, DW_AT_call_line).value_or(0));
  frame.column = known(number(inlined, DW_AT_call_column).value_or(0));
  return frame;
}

// All blocks and functions around an address, the innermost first. What libdw finds by address ends
// at an inlined function's own declaration; only from the entry itself it goes on to the callers.
std::vector<Dwarf_Die> scopes_at(Dwarf_Die* unit, Dwarf_Addr address) {
  Dwarf_Die* found = nullptr;
  const int depth = dwarf_getscopes(unit, address, &found);
  const std::unique_ptr<Dwarf_Die, decltype(&std::free)> first(found, &std::free);
  if (depth <= 0) return {};
  Dwarf_Die innermost = found[0];
  Dwarf_Die* around = nullptr;
  const int count = dwarf_getscopes_die(&innermost, &around);
  const std::unique_ptr<Dwarf_Die, decltype(&std::free)> second(around, &std::free);
  if (count <= 0) return {};
  return {around, around + count};
}

}  // namespace

void DebugInfo::find_parts() {
  parts_.emplace();
  Dwarf_Addr bias = 0;
  for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module_, unit, &bias)) != nullptr;) {
    Dwarf_Addr base = 0, begin = 0, end = 0;
    for (std::ptrdiff_t at = 0; (at = dwarf_ranges(unit, at, &base, &begin, &end)) > 0;) {
      parts_->push_back({begin + bias, end + bias, *unit});
    }
  }
  std::sort(parts_->begin(), parts_->end(),
            [](const Part& a, const Part& b) { return a.begin < b.begin; });
}

std::optional<Dwarf_Die> DebugInfo::unit_at(std::uint64_t address, Dwarf_Addr& bias) {
  if (const Dwarf_Die* unit = dwfl_module_addrdie(module_, address, &bias)) return *unit;
  if (dwfl_module_getdwarf(module_, &bias) == nullptr) return std::nullopt;
  if (!parts_) find_parts();
  auto part = std::upper_bound(parts_->begin(), parts_->end(), address,
                               [](std::uint64_t at, const Part& p) { return at < p.begin; });
  if (part == parts_->begin() || address >= (--part)->end) return std::nullopt;
  return part->unit;
}

void DebugInfo::find_lines() {
  lines_.emplace();
  Dwarf_Addr bias = 0;
  for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module_, unit, &bias)) != nullptr;) {
    const char* const folder = folder_of(unit);
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(unit, &lines, &count) != 0) continue;
    for (std::size_t i = 0; i + 1 < count; ++i) {
      Dwarf_Line* const entry = dwarf_onesrcline(lines, i);
      const auto line = line_of(entry);
      if (!line) continue;
      Dwarf_Addr begin = 0, end = 0;
      dwarf_lineaddr(entry, &begin);
      // What is of no line was made from those around it.
      std::size_t next = i + 1;
      while (next + 1 < count && is_of_no_line(dwarf_onesrcline(lines, next))) ++next;
      dwarf_lineaddr(dwarf_onesrcline(lines, next), &end);
      if (begin < end) (*lines_)[*line].push_back({entry, folder, begin + bias, end + bias});
    }
  }
}

void DebugInfo::for_each_range_of_line(const std::string& file, std::uint32_t line,
                                       std::optional<std::uint32_t> column,
                                       const std::function<void(std::uint64_t, std::uint64_t)>& f) {
  if (module_ == nullptr) return;
  if (!lines_) find_lines();
  const auto found = lines_->find(line);
  if (found == lines_->end()) return;
  for (const LineCode& code : found->second)
    if (is_at(code.entry, code.folder, file, column)) f(code.begin, code.end);
}

Stack DebugInfo::frames(std::uint64_t address) {
  Dwarf_Addr bias = 0;
  auto unit = module_ == nullptr ? std::nullopt : unit_at(address, bias);
  if (!unit) return {};
  Stack stack;
  Frame place = line_at(&*unit, address - bias);
  for (Dwarf_Die& scope : scopes_at(&*unit, address - bias)) {
    const int tag = dwarf_tag(&scope);
    if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) continue;
    place.function = function_name(&scope);
    stack.push_back(place);
    if (tag == DW_TAG_subprogram) return stack;
    place = call_of(&scope, &*unit);
  }
  if (stack.empty() && place.file) stack.push_back(place);
  return stack;
}

}  // namespace steward::report
