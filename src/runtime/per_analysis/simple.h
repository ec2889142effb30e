// The first phase of `predict`: `simple` over everything, to find what is worth a close look.
#pragma once

#include <cstddef>

#include "core/detect/simple.h"
#include "runtime/per_analysis/policies.h"
#include "runtime/state/runtime.h"

namespace steward {

class Chosen : public Simple<Selecting> {
 public:
  using Base = Simple<Selecting>;
  static constexpr bool kJudgesWrites = false;
  static constexpr bool kSelects = true;
  static constexpr bool kFollowsFunctions = true;
  static constexpr bool kControls = false;
  static constexpr bool kHasShortWay = false;
  static constexpr bool kKnowsGuards = true;
  static constexpr bool kRecords = false;
  static constexpr bool kRefuses = false;

  explicit Chosen(Runtime& runtime)
      : Base(runtime.heap, {.atomics_are_messages = !runtime.sender.ignores_atomics()},
             runtime.reporter),
        prospects_(runtime.prospects),
        origins_(runtime.origins) {}

  // Of no access it is known without its place.
  bool repeats(const Thread&, AccessKind, AddressRange) const { return false; }
  // The same with it: what the thread has accessed counts, and from where.
  [[gnu::always_inline]] bool repeats_at(std::uint64_t counter, const Thread& t, AccessKind kind,
                                         AddressRange range) const {
    return Base::repeats(t, kind, range) &&
           prospects_.knows_access(*current_thread, counter, range);
  }

  void read(Thread& t, AddressRange range, LiveOrigin origin) {
    Base::read(t, range, origin);
    note_place(range, origin);
  }
  void write(Thread& t, AddressRange range, LiveOrigin origin) {
    Base::write(t, range, origin);
    note_place(range, origin);
  }
  // What the operation is, and where it came from, is said while the location is held.
  template <class Perform>
  void atomically(Thread& t, AddressRange range, Perform&& perform) {
    LiveOrigin from;
    Base::atomically(t, range, [&](auto operation) {
      perform(Noted<decltype(operation)>{operation, from});
    });
    note_place(range, from);
  }
  void acquire(Thread& t, LockId lock, LockMode mode) {
    Base::acquire(t, lock, mode);
    prospects_.held(t.locks->size());
  }
  void wait(Thread& t, ConditionId condition, LockId lock) {
    prospects_.mark_channel(lock);
    Base::wait(t, condition, lock);
  }
  // A copy joins two histories: that of its source must be watched to be known at its destination.
  // It is for programs that manage memory themselves, where addresses tell nothing.
  void copy(Address from, AddressRange to) {
    prospects_.watch_everything();
    Base::copy(from, to);
  }

 private:
  template <class Inner>
  struct Noted {
    const Inner& inner;
    LiveOrigin& from;

    void load(MemoryOrder order, LiveOrigin origin) const { inner.load(order, from = origin); }
    void store(MemoryOrder order, LiveOrigin origin) const { inner.store(order, from = origin); }
    void rmw(MemoryOrder order, LiveOrigin origin) const { inner.rmw(order, from = origin); }
  };
  void note_place(AddressRange range, LiveOrigin origin) {
    if (current_thread != nullptr)
      prospects_.accessed(*current_thread, origins_.at(origin.number()), range);
  }

  Prospects& prospects_;
  Origins& origins_;
};

}  // namespace steward
