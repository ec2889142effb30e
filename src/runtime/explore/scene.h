// All that a controlled execution needs: what is wanted, who decides, who is told.
#pragma once

#include <atomic>
#include <utility>

#include "base/spin_lock.h"
#include "base/vector.h"
#include "runtime/explore/accesses.h"
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
  // This memory is somebody else's from now on. REQUIRES: the calling thread has the turn; `later`:
  // it need not, and who has next does it.
  void forget(AddressRange range) {
    adversary_.select(range, false);
    atomics_.clear(range);
  }
  void forget_later(AddressRange range) {
    const Hold hold(later_lock_);
    later_.push_back(range);
    has_later_.store(true, std::memory_order_release);
  }
  void forget_now() {
    if (!has_later_.load(std::memory_order_acquire)) [[likely]]
      return;
    const Hold hold(later_lock_);
    for (const AddressRange range : later_) forget(range);
    later_.clear();
    has_later_.store(false, std::memory_order_relaxed);
  }

  // A read could get more than one value: who crashes next cannot say it any more.
  void had_choice() {
    if (std::exchange(told_choice_, true)) return;
    tell_memory();
  }
  // From now on all reads get the latest value; false if they did before.
  bool be_fair() {
    if (exploration.header().stale == channel::Stale::latest || std::exchange(fair_, true))
      return false;
    adversary_.be_fair();
    atomics_.be_fair();
    return true;
  }

  void begin();
  // The process ends.
  void finish();
  // Modules were loaded: statements of theirs are watched as well.
  void find_statements() {
    exploration.find(statements);
    if (checks_all()) watched_code.add_all();
  }
  // A statement may access its function's variables, or others, besides what it is watched for.
  bool is_out_of_place(const ThreadState& t, AddressRange range) {
    const channel::ExplorationHeader& wish = exploration.header();
    return (wish.not_own_stacks != 0 && t.stack.contains(range.begin)) ||
           (wish.only_tracked != 0 && !adversary_.tracks(range));
  }
  // Whether tracked memory is more than what watched statements are to access.
  bool is_disturbed() const { return exploration.header().only_tracked == 0; }
  // Happens-before is checked between all accesses; only those at watched statements are turns.
  bool checks_all() const { return exploration.header().checks_all != 0; }

 private:
  // Of one run: more would only repeat.
  static constexpr unsigned kMostHits = 32;
  void on_hit(const Hit& hit) override;
  void on_all_met() override;
  void on_difference(const Difference& difference) override;
  // What became of tracked locations so far.
  void tell_memory();
  Strategy& make_base(Heap& heap) const;
  static Strategy& make_mixed(Heap& heap, const channel::ExplorationHeader& wish);
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
  SpinLock later_lock_;
  Vector<AddressRange> later_;
  std::atomic<bool> has_later_ = false;
  bool told_choice_ = false;
  bool fair_ = false;
  unsigned hits_ = 0;
};

// REQUIRES: there is a controller.
Scene& the_scene();

// The process ends.
void end_scene();

// Makes one if the tool wants a controlled execution. The clocks must outlive it.
void set_scene(Runtime& runtime, ThreadClocks& clocks);

}  // namespace steward
