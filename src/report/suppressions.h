// What a user does not want to hear about, in ThreadSanitizer's file format: one `kind:pattern` per
// line, `#` for comments.
//
//   race:P             a frame of either stack, or the location, matches P
//   race_top:P         the innermost frame of either stack matches P
//   called_from_lib:P  a frame of either stack lies in a module that matches P
//   thread:P, mutex:P, signal:P, deadlock:P
//                      other findings: thread leaks, misuse of locks, unsafe signal handlers,
//                      deadlocks and lock order
//
// A frame matches by its function, file or module.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/pattern.h"
#include "report/report.h"
#include "trace/error.h"

namespace steward::report {

enum class SuppressionKind : std::uint8_t {
  race,
  race_top,
  called_from_lib,
  thread,
  mutex,
  signal,
  deadlock,
};

struct Suppression {
  SuppressionKind kind;
  Pattern pattern;
  std::string text;   // as written
  std::string place;  // file:line
  std::uint64_t used = 0;
};

class Suppressions {
 public:
  Suppressions() = default;
  static Result<Suppressions, Error> load(const std::string& file);
  // `file` only names the text in messages.
  static Result<Suppressions, Error> parse(std::string_view text, const std::string& file);

  // Takes what is suppressed out of the report and returns how much that was. Each suppression
  // that matches counts as used, not only the first one.
  std::uint64_t apply(Report& report);

  std::span<const Suppression> all() const { return list_; }
  std::vector<const Suppression*> unused() const;

 private:
  std::vector<Suppression> list_;
};

}  // namespace steward::report
