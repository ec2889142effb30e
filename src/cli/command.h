// A command of the tool: its words, its options, what it does.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/option.h"

namespace steward::cli {

inline constexpr int kExitOk = 0;
inline constexpr int kExitMistake = 2;   // in the command or in its input
inline constexpr int kExitDiverged = 3;  // a repetition was another execution
inline constexpr int kExitRace = 66;

// The values of one command line, by the names in the option table. Values are as checked by the
// parser: a choice is one of its choices, a number is in its range.
class Arguments {
 public:
  void set(std::string_view option, std::string value) {
    values_[std::string(option)] = std::move(value);
  }

  bool has(std::string_view option) const { return values_.contains(option); }
  // Empty if the option was not given and has no fallback.
  const std::string& text(std::string_view option) const;
  int number(std::string_view option) const { return std::stoi(text(option)); }

  // What stands behind `--`, if the command has such an option.
  const std::vector<std::string>& program() const { return program_; }
  void set_program(std::vector<std::string> words) { program_ = std::move(words); }

  // Whether the user wrote it, as opposed to the fallback.
  bool given(std::string_view option) const { return given_.contains(option); }
  void mark_given(std::string_view option) { given_[std::string(option)] = true; }

 private:
  std::map<std::string, std::string, std::less<>> values_;
  std::map<std::string, bool, std::less<>> given_;
  std::vector<std::string> program_;
};

struct Command {
  std::string_view name;
  std::string_view summary;      // one line
  std::string_view description;  // paragraphs, for its own help and the docs
  std::vector<Option> options;
  int (*run)(const Arguments&);  // returns the exit code
  bool hidden = false;           // works, but is listed nowhere
};

// "steward analyze TRACE [--json F] …", on as many lines as it takes.
std::string synopsis(const Command& command);

// A file with a command defines one of these at namespace scope; that is all it takes to add one.
class RegisteredCommand {
 public:
  explicit RegisteredCommand(Command command);
};

// All of them, by name.
std::span<const Command> all_commands();
// Null if there is none of that name.
const Command* find_command(std::string_view name);

}  // namespace steward::cli
