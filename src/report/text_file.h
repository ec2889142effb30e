// Files that users write by hand, one thing a line: reading them, and speaking about their lines.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "trace/error.h"

namespace steward::report {

// `what` it is, for the message if it cannot be read.
Result<std::string, Error> read_text(const std::string& file, std::string_view what);

std::string_view trimmed(std::string_view text);

// A piece of a file for a message: the file may be anything, also a program.
std::string excerpt(std::string_view text);

// f(line, number) for each line that is neither empty nor a comment, without blanks around it; the
// number counts from 1. Ends with the first error that f gives back, and gives it back.
template <class F>
Result<void, Error> for_each_line(std::string_view text, F&& f) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end =
        text.find('\n') == std::string_view::npos ? text.size() : text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end < text.size() ? end + 1 : end);
    if (line.empty() || line.starts_with('#')) continue;
    if (Result<void, Error> taken = f(line, number); !taken) return taken;
  }
  return {};
}

}  // namespace steward::report
