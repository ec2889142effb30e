#include "cli/live/plan_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>
#include <vector>

namespace steward::cli {
namespace {

bool write_whole(int file, const void* from, std::size_t size) {
  const auto* at = static_cast<const char*>(from);
  while (size > 0) {
    const ssize_t count = write(file, at, size);
    if (count < 0) return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

Result<PlanFile, std::string> PlanFile::create(const std::string& folder,
                                               const report::Prospects& prospects,
                                               std::uint64_t lock_bound) {
  std::string path = folder + "/steward-plan-XXXXXX";
  const int file = mkstemp(path.data());
  if (file < 0) return fmt::format("cannot write {}: {}", path, std::strerror(errno));
  PlanFile plan(std::move(path));
  channel::PlanHeader header;
  header.lock_bound = lock_bound;
  header.count = prospects.entries.size();
  const std::vector<channel::PlanEntry> entries(prospects.entries.begin(), prospects.entries.end());
  const bool written =
      write_whole(file, &header, sizeof header) &&
      write_whole(file, entries.data(), entries.size() * sizeof(channel::PlanEntry));
  const int error = errno;
  close(file);
  if (!written) return fmt::format("cannot write {}: {}", plan.path(), std::strerror(error));
  return plan;
}

PlanFile::~PlanFile() {
  if (!path_.empty()) unlink(path_.c_str());
}

}  // namespace steward::cli
