// The analysis of controlled executions: precise happens-before over the accesses of the watched
// statements. Each of them is a turn.
#pragma once

#include "core/detect/fasttrack.h"
#include "runtime/explore/accesses.h"
#include "runtime/explore/scene.h"
#include "runtime/per_analysis/policies.h"
#include "runtime/state/runtime.h"

namespace steward {

class Chosen : public FastTrack<Live>, private ThreadClocks {
 public:
  using Base = FastTrack<Live>;
  static constexpr bool kJudgesWrites = false;
  static constexpr bool kSelects = false;
  static constexpr bool kWatches = false;
  static constexpr bool kFollowsFunctions = false;
  static constexpr bool kControls = true;
  static constexpr bool kHasShortWay = false;
  static constexpr bool kInOnePiece = false;
  static constexpr bool kKnowsGuards = false;
  static constexpr bool kRecords = false;
  static constexpr bool kRefuses = false;

  explicit Chosen(Runtime& runtime)
      : Base(runtime.heap, {.max_store_age = WeakAtomics::kMaxAge}, runtime.reporter) {
    set_scene(runtime, *this);
  }

  void finish(Thread*) { end_scene(); }
  void abandon() { the_controller = nullptr; }

  // Nobody cares for looks at locks here.
  bool repeats(const Thread&, AccessKind, AddressRange) const { return true; }

  void read(Thread& t, AddressRange range, LiveOrigin origin) {
    const Noticed access = before_access(AccessKind::read, range, origin);
    if (access.is_watched) Base::read(t, range, origin);
    if (!access.is_tracked || !current_thread->takes_stale) return;
    Adversary& adversary = the_scene().adversary();
    adversary.read(*current_thread->seat, {t.clock, t.now()}, range, origin);
    if (adversary.counts().choices > 0) the_scene().had_choice();
  }
  void write(Thread& t, AddressRange range, LiveOrigin origin) {
    const Noticed access = before_access(AccessKind::write, range, origin);
    if (access.is_watched) Base::write(t, range, origin);
    if (access.is_tracked) the_scene().adversary().write({t.clock, t.now()}, range, origin);
  }
  void free(Thread& t, AddressRange range, LiveOrigin origin) {
    if (before_access(AccessKind::free, range, origin).is_watched) Base::free(t, range, origin);
    forget_memory(range);
  }

  // The location is nobody else's meanwhile, since one thread at a time goes on.
  template <class Perform>
  void atomically(Thread& t, AddressRange range, Perform&& perform) {
    bool stores = false;
    Base::atomically(t, range, [&](auto operation) {
      perform(ControlledOperation<decltype(operation)>{operation, t, range, stores});
    });
    if (!stores) return;
    atomic_stored(range);
    if (the_controller != nullptr) the_scene().adversary().collapse(range);
  }
  void fence(Thread& t, MemoryOrder order) {
    const Epoch now = t.now();
    Base::fence(t, order);
    if (order != MemoryOrder::seq_cst || the_controller == nullptr ||
        !the_scene().atomics().wanted())
      return;
    // Without what comes after it.
    VectorClock then(runtime()->heap);
    then.assign(t.clock);
    then.set(now.slot(), now.time());
    the_scene().atomics().fence({then, now});
  }

  // Locations that are tracked, and memory that begins anew.
  void select(AddressRange range, bool tracked) {
    if (!tracked) forget_memory(range);
    else if (is_our_turn()) the_scene().adversary().select(range, true);
  }
  void alloc(AddressRange range) {
    Base::alloc(range);
    forget_memory(range);
  }
  void clear(AddressRange range) {
    Base::clear(range);
    if (!is_our_turn()) return;
    the_scene().adversary().clear(range);
    the_scene().atomics().clear(range);
  }
  void copy(Address from, AddressRange to) {
    Base::copy(from, to);
    if (is_our_turn()) the_scene().adversary().clear(to);
  }

 private:
  template <class Operation>
  struct ControlledOperation {
    const Operation& operation;
    Thread& t;
    AddressRange range;
    bool& stores;

    // `loaded`: see atomic_loads().
    void load(MemoryOrder order, LiveOrigin origin, void* loaded = nullptr) const {
      operation.load(order, origin,
                     atomic_loads({{t.clock, t.now()}, range, order, origin}, loaded));
    }
    void store(MemoryOrder order, LiveOrigin origin) const {
      stores = true;
      atomic_stores({{t.clock, t.now()}, range, order, origin});
      operation.store(order, origin);
    }
    void rmw(MemoryOrder order, LiveOrigin origin) const {
      stores = true;
      atomic_stores({{t.clock, t.now()}, range, order, origin});
      operation.rmw(order, origin);
    }
  };

  // A thread that is away in a call of the system may get memory, and give it back: others are at
  // work meanwhile, and do it for this one.
  static bool is_our_turn() {
    return the_controller != nullptr && !the_controller->is_elses_turn(current_thread);
  }
  void forget_memory(AddressRange range) {
    if (the_controller == nullptr) return;
    if (!is_our_turn()) return the_scene().forget_later(range);
    the_scene().forget(range);
  }
  bool all_of(FunctionRef<bool(const VectorClock&)> holds) override {
    for (const Thread* const t : this->unjoined_threads())
      if (!t->ended && !holds(t->clock)) return false;
    return true;
  }
  ThreadId thread_at(Epoch epoch) override { return this->order().thread_at(epoch); }
};

}  // namespace steward
