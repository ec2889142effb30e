// The racy accesses of an execution: each access that races with one before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "compare/configuration.h"
#include "core/event/event.h"
#include "trace/error.h"
#include "trace/reader.h"

namespace steward::compare {

// An access, and what is told apart by: the number of its event.
struct ProgramAccess {
  std::uint64_t event = 0;
  EventKind kind = EventKind::read;
  std::uint64_t size = 0;
  ThreadId thread;
  SiteId site;
};

struct Execution {
  // By the number of the event: whether it is a racy access.
  std::vector<bool> racy;
  // By the number of the event.
  std::vector<SiteId> sites;
  // Accesses of the program to where its objects are, in order; also those that do not race.
  std::vector<ProgramAccess> accesses;
};

// As `configuration` sees the trace. `heap`, `stacks`: where objects and stacks are; an empty heap
// is everywhere.
Execution examine(std::span<const Event> events, const Configuration& configuration,
                  AddressRange heap, const std::vector<AddressRange>& stacks,
                  std::size_t max_store_age = 0);
Result<Execution, Error> examine(Reader& trace, const Configuration& configuration,
                                 AddressRange heap, const std::vector<AddressRange>& stacks);

}  // namespace steward::compare
