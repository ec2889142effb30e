// From something the runtime noticed, other than a race, to what the report shows.
#pragma once

#include "report/live/mentions.h"
#include "report/live/records.h"
#include "report/live/watched_process.h"
#include "report/report.h"

namespace steward::report {

// All but the id.
FoundItem build_finding(const FindingRecord& record, std::uint32_t pid, WatchedProcess& process,
                        Mentions& mentions);

}  // namespace steward::report
