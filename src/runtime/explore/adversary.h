// Adversarial memory in the running program (core/memory/adversarial_memory.h): the tracked
// locations, what was written there, and how stale values get to those who read.
//
// Only the thread whose turn it is comes here. A write is told before it happens: it waits until
// its thread enters the runtime again, and is then in memory; at the latest before anybody else has
// a turn.
#pragma once

#include <cstdint>

#include "channel/exploration.h"
#include "core/memory/adversarial_memory.h"
#include "runtime/analysis/analysis.h"
#include "runtime/explore/placed_values.h"
#include "runtime/explore/thread_clocks.h"
#include "runtime/explore/tracked_memory.h"
#include "sched/random.h"

namespace steward {

class Runtime;
struct Seat;

class Adversary {
 public:
  Adversary(Runtime& runtime, const channel::ExplorationHeader& wish, ThreadClocks& clocks);

  // Whether any byte of it is tracked.
  bool tracks(AddressRange range) { return tracked_.contains_any(range); }
  void select(AddressRange range, bool tracked);
  // A statement that finds tracked memory by what it accesses.
  void find(AddressRange range);
  // Somebody has written there by other means: what was there before is read no more.
  void collapse(AddressRange range);
  // The storage begins anew.
  void clear(AddressRange range);
  // Frames of the stack below `top` are gone.
  void leave_frames(AddressRange stack, std::uint64_t top);
  bool has_found_any() const { return !found_.empty(); }

  // The thread of the seat, at that moment, is about to access the range.
  void read(Seat& me, const Accessor& by, AddressRange range, LiveOrigin origin);
  void write(const Accessor& by, AddressRange range, LiveOrigin origin);

  // The thread that has the turn enters the runtime.
  void take_back();
  // What it has said to write is written.
  void finish_writes();

  void be_fair() { memory_.be_fair(); }
  const AdversarialMemory::Counts& counts() const { return memory_.counts(); }

 private:
  struct Unfinished {
    Address word;
    std::uint8_t bytes;
  };
  template <class IsGone>
  void lose(IsGone&& is_gone);
  void begin_tracking(Address word, std::uint8_t bytes) {
    memory_.track(word, bytes, word_at(word));
  }
  struct Reader {
    Seat& seat;
    const VectorClock& clock;
    LiveOrigin origin;
  };
  void deliver(const Reader& me, const AdversarialMemory::Part& part,
               const AdversarialMemory::Taken& taken);
  void tell_stale(const Reader& me, AddressRange bytes, const AdversarialMemory::Taken& taken);

  Runtime& runtime_;
  ThreadClocks& clocks_;
  Random random_;
  TrackedMemory tracked_;
  AdversarialMemory memory_;
  PlacedValues placed_;
  Vector<AddressRange> found_;  // by statements: tracked until it is somebody else's memory
  Vector<Unfinished> unfinished_;
  VectorClock writer_;  // of the unfinished writes
  Epoch written_at_;
  LiveOrigin write_origin_;
  std::uint64_t writes_ = 0;
  std::uint64_t told_ = 0;
};

}  // namespace steward
