// What the first phase of a prediction finds out for the second: a file that the tool writes
// between the two, from records of the first, and that each process of the second reads.
//
// Both are executions of the same program, and addresses differ. So locations go by classes: a
// global is where it lies in its module; a heap block goes by the call that allocated it, a stack
// or thread-local storage by the call that made its thread, each where it lies in its module.
#pragma once

#include <compare>
#include <cstdint>

#include "base/hash_map.h"
#include "channel/layout.h"

namespace steward::channel {

// How the tool says where the plan is; without one a process watches everything.
inline constexpr char kPlanVariable[] = "STEWARD_PLAN";
inline constexpr std::uint64_t kPlanMagic = 0x314e'4c50'5754'5300;  // "\0STWPLN1"

// A module by the name that the loader has for it: the program itself has none, "".
constexpr std::uint64_t module_hash(const char* name) {
  std::uint64_t hash = 1;
  for (; *name != 0; ++name) hash = mix_bits(hash * 31 + static_cast<std::uint8_t>(*name));
  return hash;
}

enum class PlanRole : std::uint32_t {
  watch,    // a location that may race
  channel,  // a lock that is used with a condition variable: it carries messages
};

struct PlanEntry {
  PlanRole role = PlanRole::watch;
  Place place = Place::unknown;  // of memory of which no more is known
  std::uint64_t module = 0;      // a hash of its path
  std::uint64_t site = 0;        // of the call, in the module; 0 for globals
  std::uint64_t offset = 0;      // in the module, the block, the stack
  std::uint64_t size = 0;        // 0: all of it
  std::uint64_t stride = 0;      // of an array whose elements are so large: the same in each

  friend auto operator<=>(const PlanEntry&, const PlanEntry&) = default;
};

struct PlanHeader {
  std::uint64_t magic = kPlanMagic;
  std::uint64_t lock_bound = 0;  // no thread is expected to hold more locks
  std::uint64_t count = 0;       // of entries, which follow
};

}  // namespace steward::channel
