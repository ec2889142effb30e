// Untracked regions: what a thread does in one is no business of the program that it runs.
#pragma once

#include <cstdint>

#include "core/event/event.h"
#include "runtime/control/events.h"

namespace steward {

constexpr Regions regions_of(Untracked what) {
  const auto bits = static_cast<unsigned>(what);
  return {.accesses = (bits & static_cast<unsigned>(Untracked::accesses)) != 0,
          .synchronization = (bits & static_cast<unsigned>(Untracked::synchronization)) != 0};
}

// The calling thread, t, is in so many more from here on, or fewer.
void enter_regions(ThreadState& t, Regions more);
void leave_regions(ThreadState& t, Regions fewer);

// A moment at which a thread is in no region: what is said to Steward itself counts everywhere.
class OutsideRegions {
 public:
  explicit OutsideRegions(ThreadState* t) : t_(t) {
    if (t_ == nullptr || !t_->regions) return;
    const Busy busy(*t_);
    regions_ = t_->regions;
    leave_regions(*t_, regions_);
  }
  ~OutsideRegions() {
    if (!regions_) return;
    const Busy busy(*t_);
    enter_regions(*t_, regions_);
  }
  OutsideRegions(const OutsideRegions&) = delete;
  OutsideRegions& operator=(const OutsideRegions&) = delete;

 private:
  ThreadState* const t_;
  Regions regions_;
};

// A scope for what a run-time system says.
class Statement : public Scope {
 public:
  explicit Statement(std::uint64_t counter)
      : Scope(counter), outside_(*this ? &thread() : nullptr) {}

 private:
  const OutsideRegions outside_;
};

}  // namespace steward
