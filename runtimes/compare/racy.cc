#include "compare/racy.h"

#include <utility>

#include "base/heap.h"
#include "compare/view.h"
#include "core/detect/dispatch.h"
#include "core/detect/djit.h"

namespace steward::compare {
namespace {

constexpr std::size_t kBatch = 2048;

bool is_in(Address address, AddressRange range) {
  return range.size == 0 || address.value() - range.begin.value() < range.size;
}

class Examination {
 public:
  Examination(const Configuration& configuration, AddressRange heap,
              const std::vector<AddressRange>& stacks, std::size_t max_store_age)
      : heap_range_(heap),
        view_(heap_, configuration, stacks),
        detector_(heap_, DetectorOptions{AfterRace::record, max_store_age}, report_),
        dispatch_(heap_, detector_) {}

  void event(const Event& event) {
    const std::uint64_t index = found_.racy.size();
    found_.racy.push_back(false);
    found_.sites.push_back(event.site);
    const auto seen = view_.see(event);
    const bool plain = event.kind == EventKind::read || event.kind == EventKind::write;
    if (plain && view_.was_tracked() && is_in(event.range.begin, heap_range_))
      found_.accesses.push_back(
          {index, event.kind, event.range.size, view_.language_thread(), event.site});
    for (const Event& one : seen) dispatch_(one, EventIndex(index));
  }
  Execution take() { return std::move(found_); }

 private:
  void report(const Finding& finding) {
    if (finding.kept_apart == KeptApart::by_nothing)
      found_.racy[finding.later.origin.event().value()] = true;
  }

  Heap heap_;
  const AddressRange heap_range_;
  Execution found_;
  View view_;
  struct Told {
    Examination& examination;
    void operator()(const Finding& finding) const { examination.report(finding); }
  };
  Told told_{*this};
  Report<Sequential> report_{told_};
  Djit<Sequential> detector_;
  Dispatcher<Djit<Sequential>> dispatch_;
};

}  // namespace

Execution examine(std::span<const Event> events, const Configuration& configuration,
                  AddressRange heap, const std::vector<AddressRange>& stacks,
                  std::size_t max_store_age) {
  Examination examination(configuration, heap, stacks, max_store_age);
  for (const Event& event : events) examination.event(event);
  return examination.take();
}

Result<Execution, Error> examine(Reader& trace, const Configuration& configuration,
                                 AddressRange heap, const std::vector<AddressRange>& stacks) {
  if (auto rewound = trace.rewind(); !rewound) return std::move(rewound).error();
  Examination examination(configuration, heap, stacks, trace.max_store_age());
  std::vector<Event> batch(kBatch);
  for (;;) {
    const auto count = trace.read(batch);
    if (!count) return count.error();
    if (*count == 0) return examination.take();
    for (std::size_t i = 0; i < *count; ++i) examination.event(batch[i]);
  }
}

}  // namespace steward::compare
