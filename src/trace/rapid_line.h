// One line of the text format of docs/formats/rapid.md, taken apart.
#pragma once

#include <cstdint>
#include <string_view>

namespace steward {

// Some editors begin a text with it. It belongs to the file, not to the first name.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

enum class RapidOperation : std::uint8_t { read, write, acquire, release, fork, join, block_mark };

struct RapidLine {
  std::string_view thread;
  RapidOperation operation;
  std::string_view operand;
  std::string_view location;
};

// Blank lines and comments say nothing.
bool is_blank_or_comment(std::string_view line);

// Takes `line` apart; the views point into it. Returns what is wrong with it, or null.
const char* parse_rapid_line(std::string_view line, RapidLine& parsed);

}  // namespace steward
