#include "report/text_file.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>

namespace steward::report {

Result<std::string, Error> read_text(const std::string& file, std::string_view what) {
  std::ifstream in(file, std::ios::binary);
  std::string text;
  // A directory opens but does not read: only read() turns that into a state to ask for.
  for (char chunk[4096]; in.read(chunk, sizeof chunk) || in.gcount() > 0;) {
    text.append(chunk, static_cast<std::size_t>(in.gcount()));
  }
  if (!in.is_open() || in.bad()) {
    return Error{file, "", fmt::format("cannot read {}: {}", what, std::strerror(errno))};
  }
  return text;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\v\f";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string shown;
  for (const char c : text.substr(0, kLongest)) {
    if (c >= ' ' && c <= '~') {
      shown += c;
    } else {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return text.size() > kLongest ? shown + "..." : shown;
}

}  // namespace steward::report
