// How the tool is told of a read that got a stale value.
#pragma once

#include <cstdint>

#include "core/event/types.h"
#include "runtime/analysis/origins.h"
#include "runtime/report/reporter.h"

namespace steward {

class Runtime;

struct StaleReadReport {
  LiveFinding::Access reader;
  AddressRange bytes;
  std::uint64_t value = 0, latest_value = 0;    // of the first 8 of them
  const LiveFinding::Access* writer = nullptr;  // of what it gets; null: it was there at first
  LiveFinding::Access latest_writer;
  bool torn = false;
  bool writers_race = false;  // it knows of the latest write, which races with the other
};
void tell_stale_read(Runtime& runtime, const StaleReadReport& report);

}  // namespace steward
