#include "report/source_lines.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace steward::report {

const std::vector<std::string>& SourceLines::lines_of(const std::string& file) {
  const auto known = files_.find(file);
  if (known != files_.end()) return known->second;
  // Larger ones were made by programs, and nobody wants to read them.
  constexpr std::uintmax_t kLargest = 16 << 20;
  std::vector<std::string>& lines = files_[file];
  std::error_code failure;
  if (!std::filesystem::is_regular_file(file, failure) ||
      std::filesystem::file_size(file, failure) > kLargest)
    return lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<SourceLine> SourceLines::around(const Frame& frame, std::uint32_t before,
                                            std::uint32_t after) {
  std::vector<SourceLine> found;
  if (!frame.file || !frame.line) return found;
  const std::vector<std::string>& lines = lines_of(*frame.file);
  if (*frame.line == 0 || *frame.line > lines.size()) return found;
  const std::uint32_t first = *frame.line > before ? *frame.line - before : 1;
  const auto last = std::min<std::uint64_t>(lines.size(), std::uint64_t{*frame.line} + after);
  for (std::uint32_t number = first; number <= last; ++number)
    found.push_back({number, lines[number - 1]});
  return found;
}

}  // namespace steward::report
