// What a command understands, as data. From it come the parser, `--help` and docs/cli.md, so the
// three cannot disagree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace steward::cli {

enum class OptionKind : std::uint8_t {
  positional,  // TRACE
  flag,        // --drop-unsupported
  value,       // --json F
  program,     // -- PROG ARGS…: all that stands behind --
  words,       // ARGS…: all from the first word on that is none of the command's own options
};

struct Option {
  OptionKind kind = OptionKind::value;
  std::string_view name = {};        // "--json", "TRACE"
  std::string_view short_name = {};  // "-o", or empty
  std::string_view value_name = {};  // what help calls the value: "F"
  std::string_view help = {};
  std::vector<std::string_view> choices = {};  // all values allowed; empty: any
  std::string_view fallback = {};              // the value without the option; empty: none
  bool required = false;
  std::uint32_t largest_number = 0;  // a number up to this; 0: not a number
  std::uint32_t smallest_number = 0;
};

// "-o OUT", "--phases 2|1", "TRACE".
std::string synopsis(const Option& option);

}  // namespace steward::cli
