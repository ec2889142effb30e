// What an executable or shared library says about itself, as far as `steward doctor` asks.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace steward::cli {

struct ElfFacts {
  bool executable = false;             // and not a library
  std::string interpreter;             // the loader it asks for; empty if it is linked statically
  bool debug_info = false;             // in the file itself
  std::string build_id;                // hexadecimal digits, or empty
  std::vector<std::string> compilers;  // as they signed it
  std::set<std::string> imported;      // dynamic symbols that others have to provide
  std::set<std::string> exported;      // dynamic symbols that others can use
  bool defines_malloc = false;         // visible to others or not
};

// Nothing if there is no readable ELF file at `path`.
std::optional<ElfFacts> elf_facts(const std::string& path);

// Where its debug information is: "there" for the file itself, a path, or empty.
std::string debug_info_of(const ElfFacts& facts);

}  // namespace steward::cli
