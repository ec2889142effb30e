#include "report/channels.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "report/text_file.h"

namespace steward::report {
namespace {

constexpr std::string_view kForm = "`send NAME PATTERN` or `receive NAME PATTERN`";

// Takes the first word off a line.
std::string_view next_word(std::string_view& rest) {
  const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest = trimmed(rest.substr(end));
  return word;
}

}  // namespace

Result<ChannelRules, Error> ChannelRules::load(const std::string& file) {
  const auto text = read_text(file, "channels");
  if (!text) return text.error();
  return parse(*text, file);
}

Result<ChannelRules, Error> ChannelRules::parse(std::string_view text, const std::string& file) {
  ChannelRules rules;
  const auto read = for_each_line(text, [&](std::string_view line, std::size_t number) {
    return rules.add(line, file, number);
  });
  if (!read) return read.error();
  // One end alone orders nothing: a slip in the name, most likely.
  for (const ChannelRule& rule : rules.list_) {
    const bool paired =
        std::any_of(rules.list_.begin(), rules.list_.end(), [&](const ChannelRule& other) {
          return other.channel == rule.channel && other.sends != rule.sends;
        });
    if (paired) continue;
    const auto [has, lacks] =
        rule.sends ? std::pair("sends to", "receive") : std::pair("receives from", "send");
    return Error{rule.place, "",
                 fmt::format("a function {} '{}', and none does the other: add `{} {} PATTERN`",
                             has, excerpt(rule.name), lacks, excerpt(rule.name))};
  }
  return rules;
}

Result<channel::Channels, std::string> ChannelRules::channel_named(std::string_view name) {
  auto at = std::find(names_.begin(), names_.end(), name);
  if (at == names_.end()) {
    if (names_.size() == channel::kMostChannels) {
      return fmt::format("'{}' is one channel too many; {} different names are allowed",
                         excerpt(name), channel::kMostChannels);
    }
    at = names_.insert(names_.end(), std::string(name));
  }
  return channel::Channels{1} << (at - names_.begin());
}

Result<void, Error> ChannelRules::add(std::string_view line, const std::string& file,
                                      std::size_t number) {
  const auto complain = [&](std::string what) { return Error{file, std::to_string(number), what}; };
  std::string_view rest = line;
  const std::string_view role = next_word(rest);
  if (role != "send" && role != "receive") {
    return complain(fmt::format("expected {}, found '{}'", kForm, excerpt(line)));
  }
  const std::string_view name = next_word(rest);
  if (name.empty()) {
    return complain(fmt::format("'{}' needs the name of a channel and a pattern: {}", role, kForm));
  }
  if (rest.find_first_not_of("^$*") == std::string_view::npos) {
    const std::string_view what =
        rest.find('*') == std::string_view::npos
            ? "needs a pattern that names functions"
            : "would be about every function there is; the pattern must name some";
    return complain(fmt::format("'{} {}' {}: {}", role, excerpt(name), what, kForm));
  }
  auto channel = channel_named(name);
  if (!channel) return complain(channel.error());
  list_.push_back({role == "send", std::string(name), *channel, Pattern(rest), std::string(line),
                   fmt::format("{}:{}", file, number)});
  return {};
}

}  // namespace steward::report
