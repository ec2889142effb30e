// All that a controlled execution needs: what is wanted, who decides, who is told.
#pragma once

#include <utility>

#include "runtime/explore/adversary.h"
#include "runtime/explore/controller.h"
#include "runtime/explore/exploration.h"
#include "runtime/explore/schedule_file.h"
#include "runtime/explore/statements.h"
#include "runtime/explore/weak_atomics.h"
#include "sched/hit.h"
#include "sched/strategy.h"
#include "sched/strategy/verifying.h"

namespace steward {

class Runtime;

class Scene : private HitObserver, private DifferenceObserver {
 public:
  Scene(Runtime& runtime, ThreadClocks& clocks);

  Exploration exploration;
  Statements statements;

  Adversary& adversary() { return adversary_; }
  WeakAtomics& atomics() { return atomics_; }
  // A read could get more than one value: who crashes next cannot say it any more.
  void had_choice() {
    if (std::exchange(told_choice_, true)) return;
    tell_memory();
  }
  // What became of tracked locations. `patience`: as in channel::MemoryCounts.
  void tell_memory(std::uint64_t patience = 0);

  void begin();
  // The process ends.
  void finish();
  // Modules were loaded: statements of theirs are watched as well.
  void find_statements() { exploration.find(statements); }

 private:
  // Of one run: more would only repeat.
  static constexpr unsigned kMostHits = 32;
  void on_hit(const Hit& hit) override;
  void on_difference(const Difference& difference) override;
  Strategy& make_base(Heap& heap) const;
  Strategy& make_strategy(Heap& heap);
  Strategy& make_observed(Heap& heap, Strategy& base);
  Strategy& make_verified(Heap& heap, Strategy& decides);
  Strategy& make_recorded(Heap& heap, Strategy& decides);

  Runtime& runtime_;
  ScheduleFile* schedule_file_ = nullptr;
  ScheduleWriter* schedule_ = nullptr;
  Verifying* verifying_ = nullptr;
  Controller controller_;
  Adversary adversary_;
  WeakAtomics atomics_;
  bool told_choice_ = false;
  unsigned hits_ = 0;
};

// REQUIRES: there is a controller.
Scene& the_scene();

// The process ends.
void end_scene();

// Makes one if the tool wants a controlled execution. The clocks must outlive it.
void set_scene(Runtime& runtime, ThreadClocks& clocks);

}  // namespace steward
