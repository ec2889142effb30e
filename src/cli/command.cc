#include "cli/command.h"

#include <algorithm>
#include <utility>

namespace steward::cli {
namespace {

// Inside a function, because commands register before main and in no particular order of files.
std::vector<Command>& table() {
  static std::vector<Command> commands;
  return commands;
}

}  // namespace

std::string synopsis(const Option& option) {
  std::string text(option.short_name.empty() ? option.name : option.short_name);
  if (option.kind != OptionKind::value) return text;
  text += ' ';
  if (option.choices.empty()) return text += option.value_name;
  for (std::size_t i = 0; i < option.choices.size(); ++i) {
    if (i > 0) text += '|';
    text += option.choices[i];
  }
  return text;
}

std::string synopsis(const Command& command) {
  constexpr std::size_t kWidth = 90;
  const std::string start = "steward " + std::string(command.name);
  std::string text, line = start;
  for (const Option& option : command.options) {
    const std::string word = option.required ? synopsis(option) : "[" + synopsis(option) + "]";
    if (line.size() + 1 + word.size() > kWidth) {
      text += line + "\n";
      line = std::string(start.size(), ' ');
    }
    line += " " + word;
  }
  return text + line;
}

const std::string& Arguments::text(std::string_view option) const {
  static const std::string none;
  const auto found = values_.find(option);
  return found == values_.end() ? none : found->second;
}

RegisteredCommand::RegisteredCommand(Command command) {
  auto& commands = table();
  const auto place = std::find_if(commands.begin(), commands.end(),
                                  [&](const Command& c) { return command.name < c.name; });
  commands.insert(place, std::move(command));
}

std::span<const Command> all_commands() { return table(); }

const Command* find_command(std::string_view name) {
  for (const Command& command : table()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

}  // namespace steward::cli
