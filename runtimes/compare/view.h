// One recorded execution as a configuration sees it: the events that are left, each counted for the
// thread that it takes for whoever did it.
#pragma once

#include <optional>
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

  // Nothing: the configuration does not see it. What comes back knows no regions and no switches.
  std::optional<Event> see(const Event& event);

  // Whether the last event was one of the program's, and whose, whatever the configuration knows.
  bool was_tracked() const { return tracked_; }
  ThreadId language_thread() const { return thread_; }

 private:
  bool is_on_stack(const Event& event) const;
  std::optional<Event> untracked(Event event) const;

  const Configuration configuration_;
  const std::vector<AddressRange> stacks_;
  Attribution attribution_;
  bool tracked_ = false;
  ThreadId thread_;
};

}  // namespace steward::compare
