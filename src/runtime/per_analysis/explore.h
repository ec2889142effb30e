// The analysis of controlled executions: precise happens-before over the accesses of the watched
// statements. Each of them is a turn.
#pragma once

#include "core/detect/fasttrack.h"
#include "runtime/explore/accesses.h"
#include "runtime/explore/scene.h"
#include "runtime/per_analysis/policies.h"
#include "runtime/state/runtime.h"

namespace steward {

class Chosen : public FastTrack<Live> {
 public:
  using Base = FastTrack<Live>;
  static constexpr bool kJudgesWrites = false;
  static constexpr bool kSelects = false;
  static constexpr bool kFollowsFunctions = false;
  static constexpr bool kControls = true;
  static constexpr bool kKnowsGuards = false;

  explicit Chosen(Runtime& runtime) : Base(runtime.heap, DetectorOptions{}, runtime.reporter) {
    set_scene(runtime);
  }

  void finish(Thread*) { end_scene(); }
  void abandon() { the_controller = nullptr; }

  // Nobody cares for looks at locks here.
  bool repeats(const Thread&, AccessKind, AddressRange) const { return true; }

  void read(Thread& t, AddressRange range, LiveOrigin origin) {
    if (before_access(AccessKind::read, range, origin)) Base::read(t, range, origin);
  }
  void write(Thread& t, AddressRange range, LiveOrigin origin) {
    if (before_access(AccessKind::write, range, origin)) Base::write(t, range, origin);
  }
  void free(Thread& t, AddressRange range, LiveOrigin origin) {
    if (before_access(AccessKind::free, range, origin)) Base::free(t, range, origin);
  }
};

}  // namespace steward
