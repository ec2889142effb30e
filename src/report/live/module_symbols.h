// The symbols of one executable or shared library, read from its file when first asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/live/debug_info.h"
#include "report/live/imports.h"
#include "report/live/variable_layout.h"
#include "report/report.h"

struct Dwfl;
struct Dwfl_Module;

namespace steward::report {

// A variable in a symbol table.
struct SymbolAt {
  std::string name;          // readable
  std::uint64_t offset = 0;  // of the address asked for
  std::uint64_t size = 0;    // of the whole
};

// Addresses are those in the file: without what the loader added. A file that is gone, is no ELF
// file or carries no debug information is no error; it only knows less. What was found is kept: the
// places of a race are asked for each time that it happens again, and its threads may be waiting.
class ModuleSymbols {
 public:
  // With `build_id` (hexadecimal digits, or empty), a file that was built anew since counts as
  // gone.
  ModuleSymbols(std::string path, const std::string& build_id);

  // What the source says of an address in the code: the innermost function first, then those it was
  // inlined into. Never empty; module and offset are for the caller to fill in.
  const Stack& frames(std::uint64_t address);
  std::optional<SymbolAt> variable(std::uint64_t address);
  // f(readable name, begin, size) for each variable in the symbol table.
  void for_each_variable(
      const std::function<void(const std::string&, std::uint64_t, std::uint64_t)>& f);
  // See variable_layout.h.
  std::optional<VariablePart> part_of_variable(std::uint64_t address, std::string_view path) {
    return report::part_of_variable(module_, address, path);
  }
  std::optional<PartAt> part_at(std::uint64_t address, std::uint64_t offset) {
    return report::part_at(module_, address, offset);
  }
  // f(readable name, begin, end of its code) for each function in the symbol table.
  void for_each_function(
      const std::function<void(const std::string&, std::uint64_t, std::uint64_t)>& f);
  // f(begin, end) for each piece of code that comes from this line, and column if that is given.
  // `file` may be the end of a path.
  void for_each_range_of_line(const std::string& file, std::uint32_t line,
                              std::optional<std::uint32_t> column,
                              const std::function<void(std::uint64_t, std::uint64_t)>& f) {
    if (debug_) debug_->for_each_range_of_line(file, line, column, f);
  }
  // The function of another module that the call at `address` goes to, unless it is one of the
  // compiler's callbacks.
  std::optional<std::string> callee(std::uint64_t address);
  // Which one the call at `address` is among the calls in its function that go to the same place:
  // survives edits elsewhere, which lines and addresses do not. Inlined copies of a line count
  // once.
  std::uint32_t ordinal(std::uint64_t address);

 private:
  struct Close {
    void operator()(Dwfl* dwfl) const;
  };

  Stack read_frames(std::uint64_t address);
  std::uint32_t count_ordinal(std::uint64_t address);
  // From `before` bytes before an address, as far as its section goes, to `after` bytes after.
  struct Code {
    std::span<const std::uint8_t> bytes;
    std::uint64_t begin = 0;
  };
  Code code_around(std::uint64_t address, std::uint64_t before, std::uint64_t after);
  std::vector<std::uint64_t> calls_like(std::uint64_t address);

  std::unique_ptr<Dwfl, Close> dwfl_;
  Dwfl_Module* module_ = nullptr;
  std::optional<DebugInfo> debug_;
  std::optional<Imports> imports_;
  std::map<std::uint64_t, Stack> frames_;
  std::map<std::uint64_t, std::uint32_t> ordinals_;
};

}  // namespace steward::report
