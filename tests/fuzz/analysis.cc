// libFuzzer on the detectors: whatever a reader lets through, each of them takes without harm, and
// the precise ones see the same first race.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/heap.h"
#include "core/detect/dispatch.h"
#include "core/detect/djit.h"
#include "core/detect/fasttrack.h"
#include "core/detect/goldilocks.h"
#include "core/detect/hybrid.h"
#include "core/detect/lockset.h"
#include "core/detect/selection.h"
#include "core/detect/simple.h"
#include "core/detect/simple_paper.h"
#include "core/event/attribution.h"
#include "core/event/roots.h"
#include "trace/reader.h"
#include "trace/well_formed.h"

namespace steward::fuzz {
namespace {

// What legitimately takes long is no finding: a trace may be long, every byte of a large access has
// a history, and simple-paper notes for all bytes of a block that they belong together. Only what
// merely forgets history may have any size.
constexpr std::size_t kMostEvents = 400;
constexpr std::uint64_t kMostBytes = 64 << 10;

struct Trace {
  std::vector<Event> events;
  std::uint8_t max_store_age = 0;
};

std::uint64_t cost_of(const Event& e) {
  return has_range(e.kind) && e.kind != EventKind::clear ? e.range.size : 0;
}

// The tidied events until the first error, in small batches, without those that cost too much.
Trace read_trace(std::span<const std::byte> data) {
  Trace trace;
  auto opened = open(memory_source(data, "input"));
  if (!opened) return trace;
  WellFormedReader reader(std::move(*opened));
  trace.max_store_age = reader.max_store_age();
  std::uint64_t bytes = 0;
  std::vector<Event> batch(7);
  while (trace.events.size() < kMostEvents) {
    const auto got = reader.read(batch);
    if (!got || *got == 0) break;
    for (const Event& e : std::span(batch).first(*got)) {
      if (cost_of(e) > kMostBytes - bytes) continue;
      bytes += cost_of(e);
      trace.events.push_back(e);
    }
  }
  return trace;
}

// Which event was the first to race, and in which bytes.
class FirstRace {
 public:
  void operator()(const Finding& finding) {
    STEWARD_CHECK(finding.bytes.size > 0);
    const std::uint64_t event = finding.later.origin.event().value();
    STEWARD_CHECK(finding.earlier.origin.event().value() < event);
    if (event > event_) return;
    if (event < event_) bytes_.clear();
    event_ = event;
    for (std::uint64_t i = 0; i < finding.bytes.size; ++i)
      bytes_.push_back(finding.bytes.begin.value() + i);
  }

  bool operator==(const FirstRace& other) const {
    return event_ == other.event_ && sorted() == other.sorted();
  }

 private:
  std::vector<std::uint64_t> sorted() const {
    std::vector<std::uint64_t> bytes = bytes_;
    std::sort(bytes.begin(), bytes.end());
    bytes.erase(std::unique(bytes.begin(), bytes.end()), bytes.end());
    return bytes;
  }

  std::uint64_t event_ = ~std::uint64_t{0};
  std::vector<std::uint64_t> bytes_;
};

template <class Detector>
void feed(Heap& heap, Detector& detector, const Trace& trace) {
  Dispatcher<Detector> dispatch(heap, detector);
  for (std::size_t i = 0; i < trace.events.size(); ++i) dispatch(trace.events[i], EventIndex(i));
}

template <class Detector, class... Options>
FirstRace run(const Trace& trace, const Options&... options) {
  Heap heap;
  FirstRace first;
  Detector detector(heap, options..., first);
  feed(heap, detector, trace);
  return first;
}

// Threads that are there from the start; hybrid must know them.
void introduce(Heap& heap, Hybrid<Sequential>& hybrid, const Trace& trace) {
  Roots roots(heap);
  Attribution attribution(heap);
  for (const Event& e : trace.events)
    if (const auto thread = attribution.attribute(e)) roots.see(e, *thread);
  for (const ThreadId root : roots.threads()) hybrid.thread(root);
}

void run_hybrid(const Trace& trace, HybridOptions options) {
  Heap heap;
  FirstRace first;
  Hybrid<Sequential> hybrid(heap, options, first);
  introduce(heap, hybrid, trace);
  feed(heap, hybrid, trace);
}

void run_hybrid_on_selected(const Trace& trace, const LimitedOrderOptions& order) {
  Heap heap, heap_of_phase_one;
  Selection selection(heap);
  const auto select = [&](const Finding& finding) { selection.add(finding.bytes); };
  Simple<Sequential> simple(heap_of_phase_one, order, select);
  feed(heap_of_phase_one, simple, trace);
  FirstRace first;
  Hybrid<Sequential> hybrid(heap, {.order = order}, first, &selection);
  simple.for_each_channel([&](LockId lock) { hybrid.mark_channel(lock); });
  introduce(heap, hybrid, trace);
  feed(heap, hybrid, trace);
}

void check_detectors(const Trace& trace) {
  const DetectorOptions precise{AfterRace::record, trace.max_store_age};
  const FirstRace first = run<Djit<Sequential>>(trace, precise);
  STEWARD_CHECK(run<FastTrack<Sequential>>(trace, precise) == first);
  STEWARD_CHECK(run<Goldilocks<Sequential>>(trace,
                                            DetectorOptions{AfterRace::refuse, trace.max_store_age},
                                            GoldilocksOptions{}) == first);
  const LimitedOrderOptions order{.max_store_age = trace.max_store_age};
  run<Simple<Sequential>>(trace, order);
  run<SimplePaper<Sequential>>(trace);
  run<LocksetDetector<Sequential>>(trace);
  run_hybrid(trace, {.order = order});
  run_hybrid_on_selected(trace, order);
}

}  // namespace
}  // namespace steward::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace steward::fuzz;
  const Trace trace = read_trace(std::as_bytes(std::span(data, size)));
  if (!trace.events.empty()) check_detectors(trace);
  return 0;
}
