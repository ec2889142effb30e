#include "cli/help.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

#include "report/report.h"

namespace steward::cli {
namespace {

constexpr std::string_view kPurpose =
    "Steward finds, proves and stops data races in C and C++ programs.";

// "-o, --output OUT"
std::string spelled(const Option& option) {
  std::string text(option.short_name);
  if (!text.empty()) text += ", ";
  text += option.name;
  if (option.kind == OptionKind::value) text += " " + std::string(option.value_name);
  return text;
}

std::string explained(const Option& option) {
  std::string text(option.help);
  if (!option.choices.empty()) text += fmt::format(": {}", fmt::join(option.choices, ", "));
  if (!option.fallback.empty()) text += fmt::format(" (default: {})", option.fallback);
  return text;
}

// `text` in lines of a readable length, all but the first indented.
std::string wrapped(std::string_view text, std::size_t indent) {
  constexpr std::size_t kWidth = 96;
  std::string result;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (column > indent && column + 1 + end > kWidth) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      result += ' ';
      ++column;
    }
    result += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

// Behind "Usage: ", further lines stand under the first.
std::string usage(const Command& command) {
  std::string text = "Usage: ";
  for (const char c : synopsis(command)) {
    text += c;
    if (c == '\n') text += "       ";
  }
  return text;
}

}  // namespace

std::string version_text() { return fmt::format("steward {}", report::kVersion); }

void print_overview(std::ostream& out) {
  out << kPurpose << "\n\nUsage: steward COMMAND …\n\nCommands:\n";
  for (const Command& command : all_commands()) {
    if (!command.hidden) out << fmt::format("  {:<10}{}\n", command.name, command.summary);
  }
  out << "\n`steward COMMAND --help` explains a command; `steward --version` says which Steward\n"
         "this is.\n";
}

void print_help(const Command& command, std::ostream& out) {
  std::vector<Option> options = command.options;
  options.push_back({.kind = OptionKind::flag, .name = "--help", .help = "show this text"});
  std::size_t width = 0;
  for (const Option& option : options) width = std::max(width, spelled(option).size());
  out << usage(command) << "\n\n" << command.description << "\n\nOptions:\n";
  for (const Option& option : options) {
    out << fmt::format("  {:<{}}  {}\n", spelled(option), width,
                       wrapped(explained(option), width + 4));
  }
}

void print_reference(std::ostream& out) {
  out << "# The command line\n\n"
         "This page is printed by the tool itself (`steward print-reference`) from the table that\n"
         "also makes the parser and `--help`; a test compares the two.\n\n"
      << kPurpose << "\n";
  for (const Command& command : all_commands()) {
    if (command.hidden) continue;
    out << fmt::format("\n## steward {}\n\n```\n{}\n```\n\n{}\n\n| Option | Meaning |\n|---|---|\n",
                       command.name, synopsis(command), command.description);
    for (const Option& option : command.options) {
      out << fmt::format("| `{}` | {} |\n", spelled(option), explained(option));
    }
  }
}

}  // namespace steward::cli
