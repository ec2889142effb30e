#include "store/builds.h"

#include <fmt/format.h>
#include <set>
#include <sstream>
#include <sys/stat.h>

#include "store/bundle.h"

namespace steward::store {
namespace {

void add_modules(const report::Stack& stack, std::set<std::string>& modules) {
  for (const report::Frame& frame : stack)
    if (frame.module) modules.insert(*frame.module);
}

// Nothing if there is no such file.
std::string stamp_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return "";
  return fmt::format("{}.{:09}:{}", status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_size);
}

}  // namespace

FileState state_of(const std::string& path) {
  return {stamp_of(path), hash_of_file(path).value_or("")};
}

std::string Builds::hash_of(const std::string& path, const std::string& stamp) {
  FileState& known = known_[path];
  if (known.stamp != stamp) known = {stamp, hash_of_file(path).value_or("")};
  return known.hash;
}

std::string Builds::describe(const std::string& program, const report::Report& report) {
  std::set<std::string> files = {program};
  for (const report::Race& race : report.races)
    for (const report::Access& access : race.accesses) add_modules(access.stack, files);
  for (const report::FoundItem& item : report.findings)
    for (const report::Stack& stack : item.stacks) add_modules(stack, files);
  std::string text;
  for (const std::string& file : files) {
    if (const auto pinned = pinned_.find(file); pinned != pinned_.end())
      text += fmt::format("{} {} {}\n", pinned->second.hash, pinned->second.stamp, file);
    else if (const std::string stamp = stamp_of(file); !stamp.empty())
      text += fmt::format("{} {} {}\n", hash_of(file, stamp), stamp, file);
  }
  return text;
}

bool Builds::is_older(const std::string& description) {
  std::istringstream lines(description);
  for (std::string hash, stamp, file; lines >> hash >> stamp && std::getline(lines, file);) {
    file.erase(0, 1);
    const std::string now = stamp_of(file);
    if (now.empty() || now == stamp) continue;
    if (hash_of(file, now) != hash) return true;
  }
  return false;
}

}  // namespace steward::store
