#include "cli/live/options.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

#include "cli/live/option_table.h"
#include "cli/near_match.h"

namespace steward::cli {
namespace {

constexpr std::string_view kSeparators = " ,:\n\t\r";

struct Setting {
  std::string name, value;
};

// Takes the next `name=value` off the front; a value may stand in quotes.
Result<Setting, UsageError> next_setting(std::string_view& text, std::string_view variable) {
  const std::size_t end = text.find_first_of(std::string(kSeparators) + "=");
  if (end == std::string_view::npos || text[end] != '=') {
    return UsageError{fmt::format("{}: '{}' has no value; write {}=…", variable,
                                  text.substr(0, end), text.substr(0, end))};
  }
  Setting setting{std::string(text.substr(0, end)), {}};
  text.remove_prefix(end + 1);
  std::size_t length = std::min(text.find_first_of(kSeparators), text.size());
  if (!text.empty() && (text[0] == '\'' || text[0] == '"')) {
    length = text.find(text[0], 1);
    if (length == std::string_view::npos) {
      return UsageError{fmt::format("{}: the quotes of {} are not closed", variable, setting.name)};
    }
    setting.value = text.substr(1, length - 1);
    ++length;
  } else {
    setting.value = text.substr(0, length);
  }
  text.remove_prefix(length);
  return setting;
}

std::optional<bool> truth(std::string_view word) {
  if (word == "1" || word == "yes" || word == "true") return true;
  if (word == "0" || word == "no" || word == "false") return false;
  return std::nullopt;
}

std::optional<int> exit_code(const std::string& word) {
  const bool digits = !word.empty() && word.size() <= 3 &&
                      word.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || std::stoi(word) > 255) return std::nullopt;
  return std::stoi(word);
}

// More than there is on any machine is a mistake.
std::optional<std::uint64_t> megabytes(const std::string& word) {
  if (word.empty() || word.size() > 9 || word.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::stoull(word);
}

// Whether the value is one that the option can have.
bool apply(const Setting& setting, LiveOptions& options) {
  if (setting.name == "suppressions") return options.suppressions.push_back(setting.value), true;
  if (setting.name == "log_path") return options.log_path = setting.value, true;
  if (setting.name == "exitcode") {
    options.exit_code = exit_code(setting.value);
    return options.exit_code.has_value();
  }
  if (setting.name == "max_memory_mb") {
    options.max_memory_mb = megabytes(setting.value);
    return options.max_memory_mb.has_value();
  }
  const std::optional<bool> on = truth(setting.value);
  if (!on) return false;
  constexpr std::pair<std::string_view, bool LiveOptions::*> kSwitches[] = {
      {"detect_deadlocks", &LiveOptions::detect_deadlocks},
      {"halt_on_error", &LiveOptions::halt_on_error},
      {"print_suppressions", &LiveOptions::print_suppressions},
      {"report_atomic_races", &LiveOptions::report_atomic_races},
      {"report_bugs", &LiveOptions::report_bugs},
      {"report_destroy_locked", &LiveOptions::report_destroy_locked},
      {"report_mutex_bugs", &LiveOptions::report_mutex_bugs},
      {"report_signal_unsafe", &LiveOptions::report_signal_unsafe},
      {"report_thread_leaks", &LiveOptions::report_thread_leaks},
  };
  for (const auto& [name, member] : kSwitches)
    if (setting.name == name) options.*member = *on;
  return true;
}

UsageError unknown(const std::string& name, std::string_view variable) {
  std::vector<std::string_view> names;
  for (const NamedOption& option : known_options()) names.push_back(option.name);
  return {fmt::format("{}: unknown option '{}'{}", variable, name, suggestion(name, names))};
}

}  // namespace

Result<void, UsageError> read_options(std::string_view text, std::string_view variable,
                                      LiveOptions& options) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(kSeparators), text.size()));
    if (text.empty()) return {};
    const auto setting = next_setting(text, variable);
    if (!setting) return setting.error();
    const auto known = known_options();
    const auto found = std::find_if(known.begin(), known.end(), [&](const NamedOption& option) {
      return option.name == setting->name;
    });
    if (found == known.end()) return unknown(setting->name, variable);
    if (found->effect == OptionEffect::none) options.without_effect.push_back(setting->name);
    if (found->effect == OptionEffect::mapped && !apply(*setting, options)) {
      return UsageError{
          fmt::format("{}: {} cannot be '{}'", variable, setting->name, setting->value)};
    }
  }
}

Result<LiveOptions, UsageError> options_from_environment(LiveOptions options) {
  for (const char* variable : {"TSAN_OPTIONS", "STEWARD_OPTIONS"}) {
    const char* text = std::getenv(variable);
    if (text == nullptr) continue;
    if (auto read = read_options(text, variable, options); !read) return std::move(read).error();
  }
  return options;
}

bool allows(const LiveOptions& options, const report::Race& race) {
  if (options.report_atomic_races) return options.report_bugs;
  return options.report_bugs && !is_atomic(race.earlier().kind) && !is_atomic(race.later().kind);
}

bool allows(const LiveOptions& options, const report::FoundItem& item) {
  if (!options.report_bugs) return false;
  if (item.kind == "lock-order") return options.detect_deadlocks;
  if (item.kind == "thread-leak") return options.report_thread_leaks;
  if (item.kind == "signal-unsafe" || item.kind == "errno-in-signal")
    return options.report_signal_unsafe;
  if (item.kind != "mutex-misuse") return true;
  return item.message.starts_with("destroy") ? options.report_destroy_locked
                                             : options.report_mutex_bugs;
}

}  // namespace steward::cli
