#include "cli/live/plan_file.h"

#include <vector>

namespace steward::cli {

Result<report::TemporaryFile, std::string> write_plan(const std::string& folder,
                                                      const report::Prospects& prospects,
                                                      std::uint64_t lock_bound) {
  auto plan = report::TemporaryFile::create(folder, "steward-plan");
  if (!plan) return plan;
  channel::PlanHeader header;
  header.lock_bound = lock_bound;
  header.count = prospects.entries.size();
  const std::vector<channel::PlanEntry> entries(prospects.entries.begin(), prospects.entries.end());
  auto written = plan->write(&header, sizeof header);
  if (written) written = plan->write(entries.data(), entries.size() * sizeof(channel::PlanEntry));
  if (!written) return std::move(written).error();
  return plan;
}

}  // namespace steward::cli
