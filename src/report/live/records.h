// The bodies of the channel's records as plain data: what src/channel/layout.h describes, decoded.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "channel/layout.h"
#include "channel/plan.h"
#include "core/detect/goldilocks_token.h"
#include "core/event/types.h"

namespace steward::report {

// Addresses in the code of a process, innermost first. Each lies inside the access or the call it
// stands for, not behind it as a return address does, so it is looked up as it is.
using Counters = std::vector<std::uint64_t>;

struct ProcessRecord {
  std::uint64_t parent = 0;
  bool forked = false;  // as opposed to: began with exec
  std::vector<std::string> arguments;
  std::string options, suppressions;  // what the program has for them, without the user's
};

struct ModuleRecord {
  std::string path;
  std::string build_id;    // hexadecimal digits; empty if there is none
  std::uint64_t base = 0;  // what was added to the addresses in the file
  std::uint64_t begin = 0, end = 0;
  bool is_program = false;  // the executable itself

  // How the loader calls it.
  std::string loader_name() const { return is_program ? std::string() : path; }
};

struct ThreadRecord {
  std::uint64_t number = 0;
  std::optional<std::uint64_t> creator;
  Counters created_at;
};

struct NameRecord {
  std::uint64_t thread = 0;
  std::string name;
};

struct LockRecord {
  std::uint64_t number = 0;
  std::string kind;
  std::uint64_t address = 0;
  Counters created_at;
};

struct LockTaken {
  std::uint64_t lock = 0;
  LockMode mode = LockMode::exclusive;
  Counters taken_at;
};

struct AccessRecord {
  AccessKind kind = AccessKind::read;
  channel::AccessForm form = channel::AccessForm::plain;
  std::uint64_t address = 0, size = 0, thread = 0;
  std::uint64_t system_thread = 0;  // its number for the system
  bool running = false;             // the thread, when it was told
  Counters stack;
  std::vector<LockTaken> locks;
};

struct LockUsed {
  std::uint64_t lock = 0;
  std::uint64_t accesses = 0;
};

struct RaceRecord {
  AddressRange bytes;
  std::array<AccessRecord, 2> accesses;  // the earlier one first
  channel::Place place = channel::Place::unknown;
  AddressRange object;
  std::optional<std::uint64_t> owner;  // the thread
  std::uint64_t owner_system_thread = 0;
  bool owner_running = false;
  Counters allocated_at;
  // Of the location and others like it, as far as known: how many, in how many others, and the
  // locks held at some of them.
  std::uint64_t accesses_known = 0;
  std::uint64_t others_like_it = 0;
  std::vector<LockUsed> locks_used;
  bool constant = false;  // no write of these places has changed a value so far
  // Who may access the location after the earlier access, if the analysis has Goldilocksets.
  std::vector<std::uint64_t> owners;  // threads
  std::vector<TokenName> tokens;
};

// Two threads stand at a race: see channel::Kind::together.
struct TogetherRecord {
  std::uint64_t first = 0, second = 0;  // statements
  std::uint64_t step = 0;
  RaceRecord race;
};

struct CaptionedStack {
  std::string caption;
  Counters counters;
};
struct FindingRecord {
  std::string kind, message;
  std::vector<std::uint64_t> threads;
  std::vector<std::uint64_t> locks;
  std::vector<CaptionedStack> stacks;
};

// A read that got a stale value: see channel::Kind::stale.
struct StaleRecord {
  FindingRecord read;
  RaceRecord race;
};
// Of a controlled execution that ends.
struct StepsRecord {
  std::uint64_t steps = 0, accesses = 0;
};

// An access that was not made.
struct RefusedRecord {
  AccessKind kind = AccessKind::read;
  bool done = false;  // it was: that could not be foreseen
  std::uint64_t thread = 0;
  int way = 0;  // what becomes of it, and why: see <steward/race_record.h>
  int why = 0;
};

struct LossRecord {
  std::string what;
  std::uint64_t count = 0;
};

using Body = std::span<const std::uint8_t>;

// A damaged body gives what could be read of it; `broken` is then set and else left alone.
ProcessRecord decode_process(Body body, bool& broken);
std::vector<ModuleRecord> decode_modules(Body body, bool& broken);
ThreadRecord decode_thread(Body body, bool& broken);
NameRecord decode_name(Body body, bool& broken);
LockRecord decode_lock(Body body, bool& broken);
RaceRecord decode_race(Body body, bool& broken);
TogetherRecord decode_together(Body body, bool& broken);
FindingRecord decode_finding(Body body, bool& broken);
StaleRecord decode_stale(Body body, bool& broken);
channel::MemoryCounts decode_memory(Body body, bool& broken);
StepsRecord decode_steps(Body body, bool& broken);
RefusedRecord decode_refused(Body body, bool& broken);
channel::PlanEntry decode_prospect(Body body, bool& broken);
// Of records that are one.
std::uint64_t decode_number(Body body, bool& broken);
LossRecord decode_loss(Body body, bool& broken);
Counters decode_trace(Body body, bool& broken);
std::string decode_text(Body body, bool& broken);

}  // namespace steward::report
