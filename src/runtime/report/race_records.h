// What a record of a race says: both accesses with their stacks and locks, and whose memory it is.
#pragma once

#include <cstdint>

#include "base/hash_map.h"
#include "base/spin_lock.h"
#include "channel/encoder.h"
#include "runtime/analysis/analysis.h"
#include "runtime/report/modules.h"

namespace steward {

class Runtime;

// A record names locks by number: what they are is told in a record of their own, once. So is what
// modules there are.
class RaceRecords {
 public:
  RaceRecords(Runtime& runtime, Modules& modules);

  // `constant`: its writes have changed nothing, as far as is known.
  channel::Encoder body_of(const LiveFinding& finding, bool constant);
  // A lock that a record names.
  void mention(LockId lock);
  void add_stack(channel::Encoder& body, std::uint64_t counter, ChainId calls);

 private:
  void add_access(channel::Encoder& body, const LiveFinding::Access& access, AddressRange bytes);
  void add_location(channel::Encoder& body, Address address);
  void add_owners(channel::Encoder& body, Epoch when);
  void add_locks_used(channel::Encoder& body, Address address);

  Runtime& runtime_;
  Modules& modules_;
  SpinLock lock_;
  HashMap<LockId, bool> told_locks_;
};

}  // namespace steward
