// What a module's debug information says of addresses in its code.
#pragma once

#include <cstdint>
#include <elfutils/libdw.h>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "report/report.h"

struct Dwfl_Module;

namespace steward::report {

class DebugInfo {
 public:
  // `module` must outlive it; null knows nothing.
  explicit DebugInfo(Dwfl_Module* module) : module_(module) {}

  // The innermost function first, then those it was inlined into, each with the place in it. Empty
  // without debug information for that address.
  Stack frames(std::uint64_t address);
  // See ModuleSymbols.
  void for_each_range_of_line(const std::string& file, std::uint32_t line,
                              std::optional<std::uint32_t> column,
                              const std::function<void(std::uint64_t, std::uint64_t)>& f);

 private:
  struct Part {
    Dwarf_Addr begin, end;
    Dwarf_Die unit;
  };

  // Code of a line, in the terms of the module.
  struct LineCode {
    Dwarf_Line* entry;
    const char* folder;  // of the compilation; may be null
    std::uint64_t begin, end;
  };

  std::optional<Dwarf_Die> unit_at(std::uint64_t address, Dwarf_Addr& bias);
  void find_parts();
  void find_lines();

  Dwfl_Module* module_;
  // The code of each compilation unit. Only made for files without a table of that
  // (.debug_aranges), which clang leaves out.
  std::optional<std::vector<Part>> parts_;
  // By the number of the line, of all files. Whoever asks for one asks for more.
  std::optional<std::unordered_map<std::uint32_t, std::vector<LineCode>>> lines_;
};

}  // namespace steward::report
