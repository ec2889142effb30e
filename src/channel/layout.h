// The channel: a file that the tool and the processes it watches map together. The processes append
// records, the tool reads them; what was appended survives the death of either side.
//
// A record is reserved by adding its size to `used`, filled, and completed by its state. So any
// number of threads of any number of processes append without a lock, and the reader meets at worst
// a record whose writer died before it was complete: it is passed over, by its size, or if not even
// that was written, by looking for the next one.
#pragma once

#include <atomic>
#include <cstdint>

namespace steward::channel {

inline constexpr std::uint64_t kMagic = 0x3143'4452'5754'5300;  // "\0STWRDC1"
inline constexpr std::uint32_t kVersion = 12;

// How the tool says where the channel is.
inline constexpr char kPathVariable[] = "STEWARD_CHANNEL";
// How it says where the trace goes, if there is to be one. A second process of the program adds its
// number to the name.
inline constexpr char kTraceVariable[] = "STEWARD_TRACE";

// What a process does at an access that races, once the tool has said that the race counts: makes
// it, ends, throws an exception instead, ends the thread. The last two only code can that was built
// for it; other code ends the process.
enum class OnRace : std::uint32_t { go_on, abort, raise, end_thread };
// What becomes of a thread with such an exception that nobody catches.
enum class Uncaught : std::uint32_t { end_thread, abort };
// How the tool says in which modules something else is done: "libone.so=report,libtwo.so=abort".
inline constexpr char kOnRaceVariable[] = "STEWARD_ON_RACE_IN";
inline constexpr const char* kOnRaceWords[] = {"report", "abort", "throw", "exit-thread"};

// Whether a prediction takes it for an order that an atomic store releases what a load acquires.
enum class Atomics : std::uint32_t { message, ignore };
// Whether it tells of races whose writes never change a value.
enum class ConstantWrites : std::uint32_t { tell, ignore };

struct Header {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t tool_process;  // who reads; nobody waits for it once it is gone
  std::uint64_t capacity;      // of the file, in bytes
  // Up to where the file has room on its disk, which the tool sees to; writing behind that, on a
  // full disk, would kill the program. Whoever comes there waits, unless there is no more.
  std::atomic<std::uint64_t> ready;
  std::atomic<std::uint32_t> full;       // there is no more room than that
  std::atomic<std::uint64_t> used;       // including this header
  std::atomic<std::uint64_t> dropped;    // records for which there was no room
  std::atomic<std::uint32_t> completed;  // grows with each complete record: a futex for the tool
  std::atomic<std::uint32_t> handled;    // grows with each handled record: a futex for who waits
  // How often a process went on without an answer, and how far the tool was then, plus 1: as long
  // as it is no further, nobody waits for it again.
  std::atomic<std::uint32_t> unanswered;
  std::atomic<std::uint64_t> silent;
  std::uint32_t exit_code;  // with which a process ends that has failed
  OnRace on_race;
  std::uint64_t max_memory;  // for the runtime in each process, in bytes; 0: no limit
  Atomics atomics;
  ConstantWrites constant_writes;
  std::atomic<std::uint64_t> questions;  // so many were asked: see Kind::functions
  Uncaught uncaught;
  std::uint32_t sample;  // how many of 100 locations are watched; 0: all
};

// A writer that waits knows from the last four whether its process has failed, has failed and is
// to end, or what it found is reported but below what the user wants to fail on, or not reported.
enum class State : std::uint32_t { reserved, complete, counted, halts, told, dismissed };
inline bool has_failed(State answer) { return answer == State::counted || answer == State::halts; }

// The body follows; see each kind. Bodies are written by Encoder and read by Decoder: numbers as
// LEB128, strings and lists by their length first.
enum class Kind : std::uint32_t {
  process,  // parent pid, whether it came by fork, list of arguments, the program's own options and
            // suppressions
  modules,  // all that are loaded now: list of {path, build id, base, begin, end}, replacing
            // earlier lists
  thread,   // number, number of its creator + 1 or 0, stack where it was created
  name,     // number of the thread, its name
  lock,     // number, kind of lock (a word), address, stack where it was created
  race,     // see below
  kept_apart,  // the same, for accesses that only signals and atomics order; nobody waits
  finding,     // kind (a word), message, list of threads, list of locks, list of {caption, stack};
               // in message and captions {thread 3} and {lock 5} stand for their names
  loss,        // what had to be given up (a sentence), how often
  trace,       // a stack that the program wants to be printed
  log,         // where its reports go from now on: a path, as in log_path
  prospect,    // of phase one of a prediction: the fields of a PlanEntry (see plan.h)
  locks_held,  // of a prediction: how many a thread holds, if that is news
  functions,   // which ones of its modules belong to channels of the user? (see functions.h): a
               // number for the question; the answer is there once the record is answered
  called,      // one of these, for the first time: its number
  together,    // of a controlled execution: two threads stand at a race: the statement of whoever
               // goes first, that of the other, the number of steps before, a race as above
  steps,       // of one that ends: how many steps it took, and how many accesses
  opened,      // of one: the path of a file that it reads, as the program calls it
  stale,       // of one: a read that got a value which is not there any more: a finding as above,
               // and the race by which it could
  memory,      // of one: what became of its tracked locations (MemoryCounts, field by field)
  guarded,     // the process has code that can refuse accesses
  refused,  // such an access was not made: its kind (AccessKind), its thread, what becomes of that
            // and why (steward_way, steward_why in <steward/race_record.h>)
};

// Of the tracked locations of a process so far: words, writes, reads, those that could get another
// value than the latest, those that did, writes that nobody has told; how long a buffer was, and
// how long it would have been if nothing were dropped.
struct MemoryCounts {
  std::uint64_t words = 0, writes = 0, reads = 0, choices = 0, stale = 0, unseen = 0;
  std::uint64_t largest_buffer = 0, most_writes = 0;
};

// A race is
//   the bytes on which both accesses meet: begin, size
//   two accesses, the earlier first: kind (AccessKind), form (AccessForm), address, size, thread,
//     the system's number of the thread, whether it still runs, stack, list of locks held {lock,
//     mode (LockMode), stack where it was taken}
//   the location: kind (Place), begin and size of the object, the thread it belongs to or that
//     allocated it + 1 or 0, the system's number of that one, whether it still runs, stack where it
//     was allocated
//   how many accesses of the location are known, with those of its like in how many other objects,
//     and a list of the locks held at some of these, each with how many: {lock, how many}; none are
//     if that is no matter of locks
//   whether no write of these places has changed a value so far
enum class AccessForm : std::uint8_t {
  plain,
  vptr,  // of the pointer to an object's virtual functions
  done,  // it was told when it had happened: a function of libc knew only then what it had written
  given_back,  // a block's, by an allocator of the program: the memory stays what it is
};
enum class Place : std::uint32_t { unknown, global, heap, stack, thread_local_storage };

// Aligned to 8 bytes; `size` includes this header and is a multiple of 8.
struct RecordHeader {
  std::atomic<State> state;
  Kind kind;
  std::uint32_t size;
  std::uint32_t process;
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
static_assert(sizeof(RecordHeader) == 16 && sizeof(Header) % 8 == 0);

}  // namespace steward::channel
