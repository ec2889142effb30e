// What Steward found, as plain data: the one form that every renderer prints and every command
// passes on. It is filled once (see Collector) and then only read.
//
// The fields are those of the JSON report, documented in docs/schema/report.schema.json, where a
// field that is absent here (std::nullopt) is null. A few members serve the text report more than
// other programs; they say so.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/event/types.h"

namespace steward::report {

inline constexpr int kReportVersion = 1;
// Of Steward, as in CMakeLists.txt; a test compares them.
inline constexpr char kVersion[] = "0.1.0";

// Weakest to strongest, so that they compare.
enum class Verdict : std::uint8_t { potential, real, harmful };
// What makes a race real: both threads were held at their accesses at one moment, or the accesses
// were observed unordered.
enum class RealBy : std::uint8_t { simultaneous, happens_before };
enum class LocationKind : std::uint8_t { global, heap, stack, tls, unknown };
enum class Failure : std::uint8_t {
  crash,
  abort,
  exception,
  wrong_output,
  exit_code,
  hang,
  deadlock,
  slow,
};
enum class Cause : std::uint8_t { schedule, stale_value };

// One entry of a call stack, as far as it is known.
struct Frame {
  std::optional<std::string> function;
  std::optional<std::string> file;
  std::optional<std::uint32_t> line;
  std::optional<std::uint32_t> column;
  std::optional<std::string> module;
  std::optional<std::uint64_t> offset;  // in the module
  // Of an innermost frame: the library's function that was called there, if that is what the stack
  // is about.
  std::optional<std::string> callee{};

  friend bool operator==(const Frame&, const Frame&) = default;
};
using Stack = std::vector<Frame>;  // innermost first; empty if unknown

struct LockHeld {
  std::string lock;  // Lock::id
  LockMode mode = LockMode::exclusive;
  Stack acquired_at;

  friend bool operator==(const LockHeld&, const LockHeld&) = default;
};

struct Access {
  AccessKind kind = AccessKind::read;
  std::uint64_t size = 0;
  std::optional<std::uint64_t> process;  // nothing in a trace
  std::string thread;                    // Thread::id
  std::vector<LockHeld> locks;
  Stack stack;

  // For the text report.
  Address address;
  std::optional<EventIndex> event;  // in the trace
  bool vptr = false;                // of the pointer to an object's virtual functions
  bool done = false;                // it had happened when it was found to race

  friend bool operator==(const Access&, const Access&) = default;
};

// The bytes on which both accesses meet.
struct Location {
  LocationKind kind = LocationKind::unknown;
  std::optional<std::string> name;  // of the whole object
  // Of the first racing byte in the named object or heap block; elsewhere counted from address
  // zero.
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::optional<Stack> allocated_at;

  // For the text report: the whole object, if it has a name or is a heap block; the file that holds
  // a global, and where; the thread that allocated the block or owns the stack (Thread::id).
  Address object_begin;
  std::uint64_t object_size = 0;
  std::optional<std::string> module = {};
  std::uint64_t module_offset = 0;
  std::optional<std::string> owner = {};

  friend bool operator==(const Location&, const Location&) = default;
};

// Whether two locations of one program may be instances of the same: what has no name is told apart
// by nothing that all executions share. Fingerprints see it in the same way.
inline bool may_be_same_location(const Location& one, const Location& other) {
  return one.name == other.name;
}

// In how many executions what happened.
struct RunCounts {
  std::uint64_t predicted = 0;
  std::uint64_t confirm_tried = 0;
  std::uint64_t confirmed = 0;
  std::uint64_t adversarial = 0;
  std::uint64_t choices = 0;
  std::uint64_t stale = 0;
  std::uint64_t failed = 0;

  friend bool operator==(const RunCounts&, const RunCounts&) = default;
};

// An execution that went wrong because of a race.
struct Evidence {
  std::string id;
  Failure outcome = Failure::crash;
  Cause cause = Cause::schedule;
  std::string detail;
  std::uint64_t seed = 0;
  std::optional<std::string> heuristic;
  std::string first;  // the thread that went first
  std::string replay;

  friend bool operator==(const Evidence&, const Evidence&) = default;
};

struct Race {
  std::string id;
  std::string fingerprint;
  Verdict verdict = Verdict::potential;
  std::optional<RealBy> real_by;
  Location location;
  std::array<Access, 2> accesses;  // the earlier one first
  std::optional<std::string> hint;
  bool constant_write = false;
  RunCounts runs;
  std::vector<Evidence> evidence;
  std::optional<std::string> replay = {};  // the command that shows it again

  // For the text report: how many pairs of events were this race.
  std::uint64_t seen = 0;

  const Access& earlier() const { return accesses[0]; }
  const Access& later() const { return accesses[1]; }
  friend bool operator==(const Race&, const Race&) = default;
};

// Anything worth reporting that is not a race.
struct FoundItem {
  std::string id;
  std::string kind;
  std::string message;
  std::vector<std::string> threads;  // Thread::id
  std::vector<Stack> stacks;
  std::optional<std::string> replay = {};  // the command that shows it again

  // For the text report: what each stack shows, or nothing; the locks it speaks of (Lock::id).
  std::optional<std::uint64_t> process = {};
  std::vector<std::string> captions = {};
  std::vector<std::string> locks = {};
};

struct Thread {
  std::string id;
  std::optional<std::string> name;
  std::optional<std::string> created_by;  // Thread::id
  Stack created_at;

  // For the text report: the one its process began with; its number for the system, 0 if not known,
  // and whether it had ended when it was last spoken of.
  bool main = false;
  std::uint64_t system_id = 0;
  bool finished = false;

  friend bool operator==(const Thread&, const Thread&) = default;
};

struct Lock {
  std::string id;
  std::optional<std::string> name;
  std::string kind;

  // For the text report.
  Address address = {};
  Stack created_at = {};

  friend bool operator==(const Lock&, const Lock&) = default;
};

// A location whose reads got stale values, and in how many executions what happened.
struct ClassifiedLocation {
  struct Runs {
    std::string heuristic;  // or "undisturbed": nothing was tracked
    std::uint64_t runs = 0, choices = 0, stale = 0, failed = 0, slow = 0;
    double seconds = 0;
  };
  std::string name;
  std::vector<Runs> runs;
  // The most of one execution: how many of it there were, writes, how many of these were kept of
  // one at a time, and how many there would have been.
  std::uint64_t instances = 0, writes = 0, kept = 0, uncompressed = 0;
};

// How the program, or the reading of its trace, ended.
struct Outcome {
  std::optional<int> exit;
  std::optional<int> signal;
  std::uint64_t runs = 0;
  double seconds = 0;
};

// What had to be given up. A report without any is complete.
struct Loss {
  std::string what;
  std::uint64_t count = 0;

  friend bool operator==(const Loss&, const Loss&) = default;
};

struct Report {
  std::string command;
  std::vector<std::string> program;
  std::vector<Race> races;
  // No races, but only because a condition variable's signal or an atomic orders the accesses: what
  // a prediction left out for that. Nobody fails by them.
  std::vector<Race> kept_apart;
  std::vector<FoundItem> findings;
  std::vector<Thread> threads;
  std::vector<Lock> locks;
  std::vector<ClassifiedLocation> locations;  // of classify alone
  Outcome outcome;
  std::vector<Loss> loss;
};

}  // namespace steward::report
