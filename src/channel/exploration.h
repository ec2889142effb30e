// How a controlled execution is to go: a file that the tool writes and each process of the program
// reads when it starts.
#pragma once

#include <cstdint>

#include "channel/plan.h"

namespace steward::channel {

// How the tool says where that file is; without one the threads of a process go as they like.
inline constexpr char kExplorationVariable[] = "STEWARD_EXPLORATION";
// Where the schedule is to be written, if anywhere (see docs/formats/schedule.md). A second process
// of the program writes none.
inline constexpr char kScheduleVariable[] = "STEWARD_SCHEDULE";
// What the program is to read from stdin, if whoever starts it cannot see to that: a file.
inline constexpr char kInputVariable[] = "STEWARD_INPUT";
inline constexpr std::uint64_t kExplorationMagic = 0x3450'5845'5754'5300;  // "\0STWEXP4"

// varied: a random walk, in runs with an even seed of threads that are not equally fast. mixed: by
// the seed, all there are.
enum class Choice : std::uint32_t { random, pct, pos, varied, mixed };
// Which threads are held back: nobody, those at the pairs that are wanted, or those that could wait
// for each other.
enum class Direction : std::uint32_t { none, races, deadlocks };
// What reads of the tracked locations get: what is there, or by a heuristic of adversarial memory
// another value that they might get (core/memory/heuristic.h has them in this order).
enum class Stale : std::uint32_t {
  latest,
  oldest,
  oldest_but_different,
  random,
  random_but_different,
};
// As people call them.
inline constexpr const char* kStaleWords[] = {
    "sequentially-consistent", "oldest", "oldest-but-different", "random", "random-but-different"};
inline const char* word_for(Stale stale) { return kStaleWords[static_cast<std::uint32_t>(stale)]; }

// Who goes on once two threads were held at a pair (sched/strategy/directed.h has them in this
// order, after what it does otherwise).
enum class Trial : std::uint32_t {
  none,
  both_go_on,
  one_waits,
  other_waits,
  one_is_late,
  other_is_late,
};

struct ExplorationHeader {
  std::uint64_t magic = kExplorationMagic;
  std::uint64_t seed = 0;
  Choice choice = Choice::random;
  Direction directed = Direction::none;
  std::uint32_t spurious = 0;      // whether waits for conditions may end without a reason
  std::uint32_t depth = 3;         // of PCT
  Stale stale = Stale::latest;     // of tracked locations
  std::uint32_t tear = 0;          // whether reads of 8 bytes may get halves of two writes
  std::uint32_t weak_atomics = 0;  // whether atomic loads may read older stores, by `stale`
  std::uint32_t until_met = 0;  // whether each pair is wanted once, and the run ends with the last
  std::uint32_t passes = 0;     // hits that go by before the trial
  std::uint32_t not_own_stacks = 0;  // accesses of a thread to its own stack are not watched
  Trial trial = Trial::none;         // of what the order of the two at a pair decides
  std::uint32_t checks_all = 0;      // whether happens-before is checked between all accesses
  std::uint64_t only_tracked = 0;    // at watched statements only accesses of tracked memory count
  std::uint64_t expected_steps = 0;  // for PCT
  std::uint64_t most_steps = 0;      // whoever takes more hangs; 0: there is no limit
  std::uint64_t start_time = 0;      // in nanoseconds, of the clock that people read
  std::uint64_t processors = 1;      // so many there are, for who asks
  std::uint64_t ranges = 0;          // so many StatementRanges follow,
  std::uint64_t pairs = 0;           // then so many StatementPairs,
  std::uint64_t tracked = 0;         // then so many PlanEntries: locations that are tracked,
  std::uint64_t expected = 0;        // then so many bytes of a schedule: it is to be the same again
};

// Code of a statement that is watched, in a module by the hash of its path.
struct StatementRange {
  std::uint64_t module = 0;
  std::uint64_t begin = 0, end = 0;
  std::uint64_t statement = 0;  // from 1
};

// Not a statement of any pair: whatever it accesses is tracked from then on.
inline constexpr std::uint64_t kTracker = 0xffff'ffff;

struct StatementPair {
  std::uint32_t first = 0, second = 0;
};

}  // namespace steward::channel
