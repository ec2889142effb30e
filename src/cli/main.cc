// steward COMMAND …: finds the command and hands over.

#include <fmt/format.h>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/message.h"
#include "cli/near_match.h"
#include "cli/parse.h"

namespace steward::cli {
namespace {

bool is_help(std::string_view word) { return word == "--help" || word == "-h"; }

// Up to `--`: what stands behind it belongs to another program. Where all words may be another
// program's, only the first can be meant for us.
bool asks_for_help(const Command& command, const std::vector<std::string>& words) {
  for (const Option& option : command.options) {
    if (option.kind == OptionKind::words) return !words.empty() && is_help(words[0]);
  }
  for (const std::string& word : words) {
    if (word == "--") return false;
    if (is_help(word)) return true;
  }
  return false;
}

int unknown_command(const std::string& name) {
  std::vector<std::string_view> known;
  for (const Command& command : all_commands()) {
    if (!command.hidden) known.push_back(command.name);
  }
  const std::string_view what = name.starts_with('-') ? "option" : "command";
  say(fmt::format("unknown {} '{}'{}", what, name, suggestion(name, known)));
  say("`steward --help` lists the commands");
  return kExitMistake;
}

int run_command(const Command& command, const std::vector<std::string>& words) {
  if (asks_for_help(command, words)) {
    print_help(command, std::cout);
    return kExitOk;
  }
  const auto arguments = parse(command, words);
  if (!arguments) {
    say(fmt::format("{}: {}", command.name, arguments.error().message));
    say(fmt::format("`steward {} --help` explains the command", command.name));
    return kExitMistake;
  }
  return command.run(*arguments);
}

int dispatch(const std::vector<std::string>& words) {
  if (words.empty()) {
    print_overview(std::cerr);
    return kExitMistake;
  }
  if (is_help(words[0])) {
    print_overview(std::cout);
    return kExitOk;
  }
  if (words[0] == "--version") {
    std::cout << version_text() << "\n";
    return kExitOk;
  }
  const Command* command = find_command(words[0]);
  if (command == nullptr) return unknown_command(words[0]);
  return run_command(*command, {words.begin() + 1, words.end()});
}

}  // namespace
}  // namespace steward::cli

int main(int argc, char** argv) {
  try {
    const int code = steward::cli::dispatch({argv + 1, argv + argc});
    if (std::cout.flush()) return code;
    steward::cli::say("cannot write to standard output: is the disk full?");
  } catch (const std::bad_alloc&) {
    steward::cli::say("out of memory");
  }
  return steward::cli::kExitMistake;
}
