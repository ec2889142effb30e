// One recorded execution as a configuration sees it: the events that are left, each counted for the
// thread that it takes for whoever did it.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/heap.h"
#include "compare/configuration.h"
#include "core/event/attribution.h"
#include "core/event/event.h"

namespace steward::compare {

class View {
 public:
  // `stacks`: where they are.
  View(Heap& heap, const Configuration& configuration, std::vector<AddressRange> stacks)
      : configuration_(configuration), stacks_(std::move(stacks)), attribution_(heap) {}

  // None: the configuration does not see it. More than one: it takes an atomic operation of the
  // run-time system apart. What comes back knows no regions and no switches, and is good until the
  // next call.
  std::span<const Event> see(const Event& event);

  // Whether the last event was one of the program's, and whose, whatever the configuration knows.
  bool was_tracked() const { return tracked_; }
  ThreadId language_thread() const { return thread_; }

 private:
  bool is_on_stack(const Event& event) const;
  void see_untracked(const Event& event);
  void take_apart(const Event& atomic);
  void add(const Event& event) { seen_[count_++] = event; }

  const Configuration configuration_;
  const std::vector<AddressRange> stacks_;
  Attribution attribution_;
  bool tracked_ = false;
  ThreadId thread_;
  Event seen_[3];
  std::size_t count_ = 0;
};

}  // namespace steward::compare
