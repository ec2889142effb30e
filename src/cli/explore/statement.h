// A statement of the program, as people and reports name it, and its code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "channel/exploration.h"
#include "cli/parse.h"
#include "report/live/address_space.h"
#include "report/report.h"

namespace steward::cli {

// A line of a file, or where that is not known an instruction of a module.
struct Statement {
  std::string file;
  std::uint32_t line = 0;
  std::optional<std::uint32_t> column;  // only what begins there
  std::string module;                   // if there is no file
  std::uint64_t offset = 0;

  // As people write it.
  std::string text() const;
  friend auto operator<=>(const Statement&, const Statement&) = default;
};

// FILE:LINE[:COL], where FILE may be the end of a path.
Result<Statement, UsageError> parse_statement(const std::string& text);
// Where an access is; nothing if that is not known at all.
std::optional<Statement> statement_of(const report::Access& access);
// The same as an instruction of a module.
std::optional<Statement> instruction_of(const report::Access& access);

// Its code in the modules of a process, as that of no number.
std::vector<channel::StatementRange> code_of(const Statement& statement,
                                             const report::AddressSpace& space);

}  // namespace steward::cli
