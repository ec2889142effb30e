// Eraser's state of a location, as `simple` and `simple-paper` use it (hybrid paper §6.2): of a set
// of accesses whether one is a write, whether more than one thread made them, and which locks all
// of them held. Writes only count the locks that they held exclusively. Atomic accesses count like
// others, but two of them never conflict: one access at least must be plain.
#pragma once

#include "core/event/types.h"
#include "core/lockset/lockset.h"

namespace steward {

// Zero bits are the empty set.
template <class Origin>
class Candidates {
 public:
  struct Access {
    ThreadId thread;
    [[no_unique_address]] Origin origin;
    friend bool operator==(const Access&, const Access&) = default;
  };

  void add(const Access& access, AccessKind kind, const Lockset* held, Locksets& sets) {
    const Lockset* before = common_ == nullptr ? held : common_;
    common_ = sets.intersection(before, held, is_write(kind));
    note(access, kind);
  }
  // The same without the table of all sets, where the locks in common stay what they are, or become
  // none; false, and nothing is done, where it takes a look.
  bool add_same(const Access& access, AccessKind kind, const Lockset* held) {
    if (held->empty()) common_ = held;
    else if (common_ == nullptr || !held->keeps(*common_, is_write(kind))) return false;
    note(access, kind);
    return true;
  }
  // Locks that nobody will hold any more, by number.
  bool needs_one_of(const BitSet& gone) const {
    return common_ != nullptr && common_->has_one_of(gone);
  }
  void drop(const BitSet& gone, Locksets& sets) { common_ = sets.without(common_, gone); }

  // What there is to them, and them again.
  const Lockset* common() const { return common_; }
  bool has_write() const { return written_; }
  bool has_plain() const { return plain_; }
  bool are_of_several() const { return several_; }
  static Candidates of_plain(const Lockset* common, bool written, ThreadId thread, bool several) {
    Candidates all;
    all.common_ = common;
    all.latest_.thread = all.of_other_.thread = thread;
    all.any_ = all.plain_ = true;
    all.written_ = written;
    all.several_ = several;
    return all;
  }

  bool is_race() const { return written_ && plain_ && several_ && common_->empty(); }
  // REQUIRES: not empty.
  ThreadId latest_thread() const { return latest_.thread; }
  // The latest access of another thread than `thread`. REQUIRES: there is one.
  const Access& of_another(ThreadId thread) const {
    return latest_.thread != thread ? latest_ : of_other_;
  }

  friend bool operator==(const Candidates&, const Candidates&) = default;

 private:
  void note(const Access& access, AccessKind kind) {
    written_ |= is_write(kind);
    plain_ |= !is_atomic(kind);
    if (any_ && latest_.thread != access.thread) {
      of_other_ = latest_;
      several_ = true;
    }
    latest_ = access;
    any_ = true;
  }

  const Lockset* common_ = nullptr;  // null before the first access: all locks
  Access latest_;
  Access of_other_;  // the latest that is not of latest_'s thread, if several_
  bool any_ = false;
  bool written_ = false;
  bool plain_ = false;
  bool several_ = false;
};

}  // namespace steward
