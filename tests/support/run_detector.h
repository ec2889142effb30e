// Runs a detector over a trace in memory and collects what it finds.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/heap.h"
#include "core/detect/dispatch.h"
#include "core/detect/finding.h"
#include "core/event/attribution.h"
#include "core/event/event.h"
#include "core/event/roots.h"
#include "support/history.h"

namespace steward {

// Memory that is kept for the next heap: tests make a detector a trace, a million times.
const PageSource& cached_pages();

// Keeps what a detector reports, in order.
class Findings {
 public:
  void operator()(const Finding& finding) { all_.push_back(finding); }
  const std::vector<Finding>& all() const { return all_; }

  // As the oracle wants them: which event raced in which bytes.
  std::vector<oracle::Report> reports() const;
  // Unordered pairs of sites that are kept apart so, sorted, each once.
  std::vector<std::pair<SiteId, SiteId>> site_pairs(KeptApart kept = KeptApart::by_nothing) const;
  // The bytes, sorted, each once.
  std::vector<Address> bytes() const;

 private:
  std::vector<Finding> all_;
};

// Feeds all events; `observe(index)` is called after each.
template <class Detector, class Observe>
void feed(Heap& heap, Detector& detector, std::span<const Event> events, Observe observe) {
  Roots roots(heap);
  Attribution attribution(heap);
  for (const Event& e : events)
    if (const auto thread = attribution.attribute(e)) roots.see(e, *thread);
  for (const ThreadId root : roots.threads()) detector.thread(root);
  Dispatcher<Detector> dispatch(heap, detector);
  for (std::size_t i = 0; i < events.size(); ++i) {
    dispatch(events[i], EventIndex(i));
    observe(i);
  }
}

// What `make(heap, report)`, a detector in a unique_ptr, finds in `events`.
template <class Make>
Findings run_detector(std::span<const Event> events, Make make) {
  Findings findings;
  Heap heap(cached_pages());
  const auto detector = make(heap, findings);
  feed(heap, *detector, events, [](std::size_t) {});
  return findings;
}

// For messages: "byte 4096 (incarnation 0) first at event 7".
std::string describe(std::span<const oracle::FirstRace> races);

}  // namespace steward
