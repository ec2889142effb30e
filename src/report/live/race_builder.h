// From a race as the runtime recorded it to a race as the report shows it.
#pragma once

#include "report/live/mentions.h"
#include "report/live/records.h"
#include "report/live/watched_process.h"
#include "report/report.h"

namespace steward::report {

// All but id and fingerprint.
Race build_race(const RaceRecord& record, std::uint32_t pid, WatchedProcess& process,
                Mentions& mentions);

}  // namespace steward::report
