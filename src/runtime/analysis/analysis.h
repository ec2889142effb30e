// The analysis that this library was built with, as the rest of the runtime sees it: events go in,
// findings go to the reporter.
//
// Which one it is know only the files in per_analysis/, compiled once for each; all others are
// compiled once for all.
#pragma once

#include "base/function_ref.h"
#include "core/detect/finding.h"
#include "core/detect/goldilocks_token.h"
#include "core/event/event.h"
#include "core/event/types.h"
#include "runtime/analysis/origins.h"

namespace steward {

class Runtime;
struct Block;

using LiveFinding = BasicFinding<LiveOrigin>;

class Analysis {
 public:
  // Its state of one thread of the program.
  struct Thread;

  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  Thread& thread(ThreadId id);

  void read(Thread& t, AddressRange range, LiveOrigin origin);
  void write(Thread& t, AddressRange range, LiveOrigin origin);
  void free(Thread& t, AddressRange range, LiveOrigin origin);
  // Whether one of these repeats what its epoch has done already, as far as that shows at a glance:
  // it would change nothing.
  bool repeats(Thread& t, AccessKind kind, AddressRange range) const;
  // An atomic load that orders nothing.
  void look(Thread& t, AddressRange range, LiveOrigin origin);
  // Another one would change nothing.
  bool has_looked(Thread& t, AddressRange range) const;
  void fence(Thread& t, MemoryOrder order);

  void acquire(Thread& t, LockId lock, LockMode mode);
  void release(Thread& t, LockId lock, LockMode mode);
  void fork(Thread& t, ThreadId child);
  void end(Thread& t);
  void join(Thread& t, ThreadId child);
  // Whether t knows all that `other` had done when it last passed on what it knew. REQUIRES: that
  // one is not at work.
  bool knows(Thread& t, Thread& other) const;
  void wait(Thread& t, ConditionId condition, LockId lock);
  void signal(Thread& t, ConditionId condition);
  void wake(Thread& t, ConditionId condition);
  void send(Thread& t, MessageId message);
  // What was sent to it before is no part of it any more.
  void send_anew(Thread& t, MessageId message);
  void receive(Thread& t, MessageId message);
  void receive_all(Thread& t);

  // The object with this number is gone; one that comes later may have the number, too.
  void forget(LockId lock);
  void forget(MessageId message);
  void forget(ConditionId condition);

  void alloc(AddressRange range);
  void clear(AddressRange range);
  void copy(Address from, AddressRange to);

  // Forgets all accesses, so that races with them are missed, but nothing that orders threads.
  void forget_accesses();
  // Gives back the memory that accesses took. REQUIRES: nothing else is called any more.
  void drop_shadow();

  // f(origin) for accesses of this byte that are remembered, if the analysis cares for their locks.
  void for_each_access(Address byte, FunctionRef<void(LiveOrigin)> f);

  // The Goldilockset of what was accessed then, if the analysis has such sets.
  void for_each_owner(Epoch when, FunctionRef<void(ThreadId)> thread,
                      FunctionRef<void(TokenName)> token);

  // No more of the two places of this finding is to be found, if the analysis goes by places.
  void settle(SiteId a, SiteId b, KeptApart kept);

  // Whether it is asked of writes what they change.
  static bool judges_writes();
  // Whether what it finds are locations for another phase to watch.
  static bool selects();
  void block_made(const Block& block);
  // If it watches selected locations only: whether these are.
  void select(AddressRange range, bool watched);
  // From here on this lock carries messages, if the analysis cares for such.
  void mark_channel(LockId lock);

  // Whether it wants to be told all that happens, and itself leaves out what does not count.
  static bool records();
  // Then also of these. An untracked region begins or ends; from here on somebody is carried.
  void untracked(Thread& t, Untracked what, bool begins);
  void carries(ThreadId carrier, ThreadId thread);

  // The process ends. `t`: the thread that says so, if it is one; it may hold a location.
  void finish(Thread* t);
  // The process has forked with its one thread, and this is the child: what was begun to be written
  // is its parent's.
  void abandon();

 protected:
  Analysis() = default;
  ~Analysis() = default;
};

// At the place of one that was made before, if there was: that one is left as it is.
Analysis& make_analysis(Runtime& runtime);

}  // namespace steward
