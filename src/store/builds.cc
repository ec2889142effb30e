#include "store/builds.h"

#include <fmt/format.h>
#include <set>
#include <sstream>
#include <system_error>

#include "store/bundle.h"

namespace steward::store {
namespace {

void add_modules(const report::Stack& stack, std::set<std::string>& modules) {
  for (const report::Frame& frame : stack)
    if (frame.module) modules.insert(*frame.module);
}

}  // namespace

std::optional<std::string> Builds::hash_of(const std::string& path) {
  std::error_code failure;
  const auto written = std::filesystem::last_write_time(path, failure);
  const auto size = failure ? 0 : std::filesystem::file_size(path, failure);
  if (failure) return std::nullopt;
  Known& known = known_[path];
  if (known.hash.empty() || known.written != written || known.size != size)
    known = {written, size, hash_of_file(path).value_or("")};
  return known.hash.empty() ? std::nullopt : std::optional(known.hash);
}

std::string Builds::describe(const std::string& program, const report::Report& report) {
  std::set<std::string> files = {program};
  for (const report::Race& race : report.races)
    for (const report::Access& access : race.accesses) add_modules(access.stack, files);
  for (const report::FoundItem& item : report.findings)
    for (const report::Stack& stack : item.stacks) add_modules(stack, files);
  std::string text;
  for (const std::string& file : files)
    if (const auto hash = hash_of(file)) text += fmt::format("{} {}\n", *hash, file);
  return text;
}

bool Builds::is_older(const std::string& description) {
  std::istringstream lines(description);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos) continue;
    const auto now = hash_of(line.substr(space + 1));
    if (now && *now != line.substr(0, space)) return true;
  }
  return false;
}

}  // namespace steward::store
