#include "cli/parse.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <list>
#include <set>
#include <utility>

#include "cli/near_match.h"

namespace steward::cli {
namespace {

// One option during parsing: where the library puts what it found.
struct Slot {
  const Option* option = nullptr;
  CLI::Option* parsed = nullptr;
  std::string text;
  bool flag = false;
};

std::string library_name(const Option& option) {
  if (option.kind == OptionKind::positional) return std::string(option.name);
  std::string names(option.short_name);
  if (!names.empty()) names += ',';
  return names += option.name;
}

std::string check_number(const Option& option, const std::string& text) {
  const bool digits =
      !text.empty() && text.size() <= 9 &&
      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (digits && std::stoul(text) >= option.smallest_number &&
      std::stoul(text) <= option.largest_number)
    return {};
  return fmt::format("'{}' is not a number from {} to {}", text, option.smallest_number,
                     option.largest_number);
}

std::string check_choice(const Option& option, const std::string& text) {
  if (std::find(option.choices.begin(), option.choices.end(), text) != option.choices.end())
    return {};
  return fmt::format("'{}' is none of {}{}", text, fmt::join(option.choices, ", "),
                     suggestion(text, option.choices));
}

// Empty if the value will do.
std::string check_value(const Option& option, const std::string& text) {
  if (!option.choices.empty()) return check_choice(option, text);
  if (option.largest_number > 0) return check_number(option, text);
  return text.empty() ? "the value is empty" : "";
}

void add_to(CLI::App& app, Slot& slot) {
  const std::string name = library_name(*slot.option);
  if (slot.option->kind == OptionKind::flag) {
    slot.parsed = app.add_flag(name, slot.flag);
  } else {
    slot.parsed = app.add_option(name, slot.text);
  }
  // The last one counts, as users of wrappers and aliases expect; not for what is read or written.
  slot.parsed->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

bool takes_a_program(const Option& option) {
  return option.kind == OptionKind::program || option.kind == OptionKind::words;
}

const Option* program_of(const Command& command) {
  for (const Option& option : command.options) {
    if (takes_a_program(option)) return &option;
  }
  return nullptr;
}

std::vector<std::string_view> option_names(const Command& command) {
  std::vector<std::string_view> names{"--help"};
  for (const Option& option : command.options) {
    if (option.kind == OptionKind::flag || option.kind == OptionKind::value) {
      names.push_back(option.name);
    }
  }
  return names;
}

// The library names the option first, and then the kind of value as it sees it.
UsageError missing_value(const Command& command, std::string_view complaint) {
  const std::string_view name = complaint.substr(0, complaint.find(':'));
  for (const Option& option : command.options) {
    if (option.name != name) continue;
    if (!option.choices.empty())
      return {fmt::format("{} needs a value, one of {}", name, fmt::join(option.choices, ", "))};
    return {fmt::format("{} needs a value {}", name, option.value_name)};
  }
  return {std::string(complaint)};
}

UsageError unknown_word(const Command& command, const std::string& word) {
  if (!word.starts_with('-')) {
    return {fmt::format("unexpected argument '{}'{}", word,
                        program_of(command) ? "; the program stands behind --" : "")};
  }
  const std::string name = word.substr(0, word.find('='));
  return {fmt::format("unknown option '{}'{}", name, suggestion(name, option_names(command)))};
}

Result<Arguments, UsageError> collect(const std::list<Slot>& slots) {
  Arguments arguments;
  for (const Slot& slot : slots) {
    const Option& option = *slot.option;
    if (slot.parsed->count() > 0) {
      arguments.mark_given(option.name);
      arguments.set(option.name, slot.text);
    } else if (option.required) {
      return UsageError{fmt::format("{} is missing", synopsis(option))};
    } else if (!option.fallback.empty()) {
      arguments.set(option.name, std::string(option.fallback));
    }
    if (slot.parsed->count() == 0 || option.kind == OptionKind::flag) continue;
    const std::string wrong = check_value(option, slot.text);
    if (!wrong.empty()) return UsageError{fmt::format("{}: {}", option.name, wrong)};
  }
  return arguments;
}

Result<Arguments, UsageError> parse_options(const Command& command,
                                            const std::vector<std::string>& words) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::list<Slot> slots;
  for (const Option& option : command.options) {
    if (takes_a_program(option)) continue;
    slots.emplace_back().option = &option;
    add_to(app, slots.back());
  }
  try {
    // The library takes words from the back.
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ArgumentMismatch& e) {
    return missing_value(command, e.what());
  } catch (const CLI::ParseError& e) {
    return UsageError{e.what()};
  }
  if (const auto extra = app.remaining(); !extra.empty())
    return unknown_word(command, extra.front());
  return collect(slots);
}

// Behind the command's own options at the front.
std::vector<std::string>::const_iterator first_foreign_word(const Command& command,
                                                            const std::vector<std::string>& words) {
  auto word = words.begin();
  while (word != words.end()) {
    const std::string name = word->substr(0, word->find('='));
    const auto own = std::find_if(command.options.begin(), command.options.end(),
                                  [&](const Option& option) { return option.name == name; });
    if (own == command.options.end() || takes_a_program(*own)) break;
    const bool value_follows = own->kind == OptionKind::value && name == *word;
    word += std::min<std::ptrdiff_t>(value_follows ? 2 : 1, words.end() - word);
  }
  return word;
}

Result<Arguments, UsageError> parse_words(const Command& command, const Option& rest,
                                          const std::vector<std::string>& words) {
  auto mark = first_foreign_word(command, words);
  auto arguments = parse_options(command, {words.begin(), mark});
  if (!arguments) return arguments;
  // For those who are used to writing it.
  if (mark != words.end() && *mark == "--") ++mark;
  if (mark == words.end()) return UsageError{fmt::format("{} is missing", synopsis(rest))};
  arguments->set_program({mark, words.end()});
  return arguments;
}

}  // namespace

Result<Arguments, UsageError> parse(const Command& command, const std::vector<std::string>& words) {
  const Option* program = program_of(command);
  if (program == nullptr) return parse_options(command, words);
  if (program->kind == OptionKind::words) return parse_words(command, *program, words);
  const auto mark = std::find(words.begin(), words.end(), "--");
  auto arguments = parse_options(command, {words.begin(), mark});
  if (!arguments) return arguments;
  if (mark == words.end() && !program->required) return arguments;
  if (mark == words.end() || mark + 1 == words.end()) {
    return UsageError{fmt::format("{} is missing", synopsis(*program))};
  }
  arguments->set_program({mark + 1, words.end()});
  return arguments;
}

}  // namespace steward::cli
