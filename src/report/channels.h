// Functions that hand objects from one thread to another, as a user names them in a file:
//
//   send NAME PATTERN      a call of such a function sends to the channel NAME when it begins
//   receive NAME PATTERN   a call of such a function receives from it when it ends, and each time
//                          that it takes a lock before
//
// One a line, `#` for comments. PATTERN is matched against the names of functions as reports show
// them (see pattern.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "channel/functions.h"
#include "report/pattern.h"
#include "trace/error.h"

namespace steward::report {

struct ChannelRule {
  bool sends = false;             // or receives
  std::string name;               // of the channel
  channel::Channels channel = 0;  // its bit
  Pattern pattern;
  std::string text;   // as written
  std::string place;  // file:line
};

class ChannelRules {
 public:
  ChannelRules() = default;
  static Result<ChannelRules, Error> load(const std::string& file);
  // `file` only names the text in messages.
  static Result<ChannelRules, Error> parse(std::string_view text, const std::string& file);

  const std::vector<ChannelRule>& all() const { return list_; }
  bool empty() const { return list_.empty(); }

 private:
  Result<void, Error> add(std::string_view line, const std::string& file, std::size_t number);
  Result<channel::Channels, std::string> channel_named(std::string_view name);

  std::vector<ChannelRule> list_;
  std::vector<std::string> names_;  // of channels, in the order of their bits
};

}  // namespace steward::report
