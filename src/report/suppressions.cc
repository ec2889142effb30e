#include "report/suppressions.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

#include "report/readable.h"
#include "report/text_file.h"

namespace steward::report {
namespace {

struct KindName {
  std::string_view name;
  SuppressionKind kind;
};
constexpr std::array kKindNames{
    KindName{"race", SuppressionKind::race},
    KindName{"race_top", SuppressionKind::race_top},
    KindName{"called_from_lib", SuppressionKind::called_from_lib},
    KindName{"thread", SuppressionKind::thread},
    KindName{"mutex", SuppressionKind::mutex},
    KindName{"signal", SuppressionKind::signal},
    KindName{"deadlock", SuppressionKind::deadlock},
};

std::optional<SuppressionKind> kind_named(std::string_view name) {
  for (const KindName& known : kKindNames) {
    if (known.name == name) return known.kind;
  }
  return std::nullopt;
}

std::string known_kinds() {
  std::string names;
  for (const KindName& known : kKindNames) {
    if (!names.empty()) names += ", ";
    names += known.name;
  }
  return names;
}

// `line` is not empty; `number` counts from 1.
Result<Suppression, Error> parse_line(std::string_view line, const std::string& file,
                                      std::size_t number) {
  const auto complain = [&](std::string what) { return Error{file, std::to_string(number), what}; };
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) {
    return complain(fmt::format("expected kind:pattern, found '{}'; kinds are {}", excerpt(line),
                                known_kinds()));
  }
  const std::string_view name = trimmed(line.substr(0, colon));
  const std::optional<SuppressionKind> kind = kind_named(name);
  if (!kind) {
    return complain(fmt::format("unknown kind '{}'; kinds are {}", excerpt(name), known_kinds()));
  }
  const std::string_view pattern = trimmed(line.substr(colon + 1));
  if (pattern.find_first_not_of("^$") == std::string_view::npos) {
    return complain(
        fmt::format("'{}:' needs a pattern (to match everything, write '{}:*')", name, name));
  }
  return Suppression{*kind, Pattern(pattern), std::string(line),
                     fmt::format("{}:{}", file, number)};
}

bool matches(const Pattern& pattern, const std::optional<std::string>& text) {
  return text && pattern.matches(*text);
}
// As the program has it, or as reports write it: people copy from these.
bool matches_function(const Pattern& pattern, const Frame& frame) {
  return frame.function &&
         (pattern.matches(*frame.function) || pattern.matches(readable(*frame.function)));
}
bool matches(const Pattern& pattern, const Frame& frame) {
  return matches_function(pattern, frame) || matches(pattern, frame.callee) ||
         matches(pattern, frame.file) || matches(pattern, frame.module);
}
bool matches_any(const Pattern& pattern, const Stack& stack) {
  return std::any_of(stack.begin(), stack.end(),
                     [&](const Frame& frame) { return matches(pattern, frame); });
}

bool covers(const Suppression& s, const Access& access) {
  switch (s.kind) {
    case SuppressionKind::race: return matches_any(s.pattern, access.stack);
    case SuppressionKind::race_top:
      return !access.stack.empty() && matches(s.pattern, access.stack.front());
    case SuppressionKind::called_from_lib:
      return std::any_of(access.stack.begin(), access.stack.end(),
                         [&](const Frame& frame) { return matches(s.pattern, frame.module); });
    default: return false;
  }
}

bool covers(const Suppression& s, const Race& race) {
  if (s.kind == SuppressionKind::race && matches(s.pattern, race.location.name)) return true;
  return covers(s, race.earlier()) || covers(s, race.later());
}

// Which suppressions speak about a kind of finding; none for kinds that ThreadSanitizer lacks.
std::optional<SuppressionKind> suppression_for(std::string_view finding_kind) {
  if (finding_kind == "thread-leak") return SuppressionKind::thread;
  if (finding_kind == "mutex-misuse") return SuppressionKind::mutex;
  if (finding_kind == "signal-unsafe" || finding_kind == "errno-in-signal")
    return SuppressionKind::signal;
  // As for races: it is an access that should not be there.
  if (finding_kind == "use-after-free") return SuppressionKind::race;
  if (finding_kind == "deadlock" || finding_kind == "lock-order") return SuppressionKind::deadlock;
  return std::nullopt;
}

bool covers(const Suppression& s, const FoundItem& item) {
  if (s.kind != suppression_for(item.kind)) return false;
  return std::any_of(item.stacks.begin(), item.stacks.end(),
                     [&](const Stack& stack) { return matches_any(s.pattern, stack); });
}

template <class Reported>
bool use_covering(std::vector<Suppression>& list, const Reported& reported) {
  bool any = false;
  for (Suppression& s : list) {
    if (!covers(s, reported)) continue;
    ++s.used;
    any = true;
  }
  return any;
}

}  // namespace

Result<Suppressions, Error> Suppressions::load(const std::string& file) {
  const auto text = read_text(file, "suppressions");
  if (!text) return text.error();
  return parse(*text, file);
}

Result<Suppressions, Error> Suppressions::parse(std::string_view text, const std::string& file) {
  Suppressions result;
  const auto read =
      for_each_line(text, [&](std::string_view line, std::size_t number) -> Result<void, Error> {
        auto parsed = parse_line(line, file, number);
        if (!parsed) return std::move(parsed).error();
        result.list_.push_back(*std::move(parsed));
        return {};
      });
  if (!read) return read.error();
  return result;
}

std::uint64_t Suppressions::apply(Report& report) {
  const auto suppressed = [&](const auto& reported) { return use_covering(list_, reported); };
  std::erase_if(report.kept_apart, suppressed);  // nobody would have heard of them anyway
  return std::erase_if(report.races, suppressed) + std::erase_if(report.findings, suppressed);
}

std::vector<const Suppression*> Suppressions::unused() const {
  std::vector<const Suppression*> result;
  for (const Suppression& s : list_) {
    if (s.used == 0) result.push_back(&s);
  }
  return result;
}

}  // namespace steward::report
