#include "cli/explore/statement.h"

#include <charconv>
#include <fmt/format.h>

#include "channel/plan.h"

namespace steward::cli {
namespace {

std::optional<std::uint32_t> number_in(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0) return std::nullopt;
  return number;
}

// Cuts the last ":N" off; nothing if there is none.
std::optional<std::uint32_t> take_number(std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  const auto number = number_in(std::string_view(text).substr(colon + 1));
  if (number) text.resize(colon);
  return number;
}

}  // namespace

std::string Statement::text() const {
  if (file.empty()) return fmt::format("{}+0x{:x}", module, offset);
  return column ? fmt::format("{}:{}:{}", file, line, *column) : fmt::format("{}:{}", file, line);
}

Result<Statement, UsageError> parse_statement(const std::string& text) {
  Statement statement;
  statement.file = text;
  const auto last = take_number(statement.file);
  const auto before = last ? take_number(statement.file) : std::nullopt;
  if (!last || statement.file.empty())
    return UsageError{fmt::format("--sites: '{}' is not FILE:LINE or FILE:LINE:COLUMN", text)};
  statement.line = before ? *before : *last;
  if (before) statement.column = *last;
  return statement;
}

std::optional<Statement> statement_of(const report::Access& access) {
  if (access.stack.empty()) return std::nullopt;
  const report::Frame& top = access.stack.front();
  if (!top.file || !top.line) return instruction_of(access);
  Statement statement;
  statement.file = *top.file;
  statement.line = *top.line;
  statement.column = top.column;
  return statement;
}

std::optional<Statement> instruction_of(const report::Access& access) {
  if (access.stack.empty()) return std::nullopt;
  const report::Frame& top = access.stack.front();
  Statement statement;
  if (!top.module || !top.offset) return std::nullopt;
  statement.module = *top.module;
  statement.offset = *top.offset;
  return statement;
}

std::vector<channel::StatementRange> code_of(const Statement& statement,
                                             const report::AddressSpace& space) {
  std::vector<channel::StatementRange> found;
  space.for_each_module([&](const report::ModuleRecord& module, report::ModuleSymbols& symbols) {
    const std::uint64_t hash = channel::module_hash(module.loader_name().c_str());
    if (statement.file.empty()) {
      if (module.path == statement.module)
        found.push_back({hash, statement.offset, statement.offset + 1, 0});
      return;
    }
    symbols.for_each_range_of_line(statement.file, statement.line, statement.column,
                                   [&](std::uint64_t begin, std::uint64_t end) {
                                     found.push_back({hash, begin, end, 0});
                                   });
  });
  return found;
}

}  // namespace steward::cli
