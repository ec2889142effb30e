#include "figures/detectors.h"

#include <memory>

#include "core/detect/djit.h"
#include "core/detect/fasttrack.h"
#include "core/detect/goldilocks.h"
#include "core/detect/lockset.h"
#include "core/detect/simple.h"
#include "core/detect/simple_paper.h"
#include "support/execution.h"
#include "support/run_detector.h"

namespace steward::figures {
namespace {

template <class Detector, class... Options>
Cells cells(const Script& script, Options... options) {
  const Findings findings = run_detector(script.events(), [&](Heap& heap, Findings& into) {
    return std::make_unique<Detector>(heap, options..., into);
  });
  return script.cells_of(findings.bytes());
}

Findings run_hybrid(const Script& script, HybridOptions options) {
  const oracle::Execution execution(script.events());
  options.lock_bound = execution.largest_lockset();
  return run_detector(script.events(), [&](Heap& heap, Findings& into) {
    auto detector = std::make_unique<Hybrid<Sequential>>(heap, options, into);
    for (const Event& e : script.events()) {
      if (e.kind == EventKind::wait) detector->mark_channel(e.wait_lock());
    }
    return detector;
  });
}

}  // namespace

Cells djit_cells(const Script& script) {
  return cells<Djit<Sequential>>(script, DetectorOptions{});
}
Cells fasttrack_cells(const Script& script) {
  return cells<FastTrack<Sequential>>(script, DetectorOptions{});
}
Cells goldilocks_cells(const Script& script) {
  return cells<Goldilocks<Sequential>>(script, DetectorOptions{}, GoldilocksOptions{});
}
Cells lockset_cells(const Script& script) { return cells<LocksetDetector<Sequential>>(script); }
Cells simple_cells(const Script& script) {
  return cells<Simple<Sequential>>(script, LimitedOrderOptions{});
}
Cells simple_paper_cells(const Script& script) { return cells<SimplePaper<Sequential>>(script); }

Cells hybrid_cells(const Script& script, HybridOptions options) {
  return script.cells_of(run_hybrid(script, options).bytes());
}
SitePairs hybrid_sites(const Script& script) {
  return run_hybrid(script, {.granularity = Granularity::pair}).site_pairs();
}

SitePairs sites(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> pairs) {
  SitePairs result;
  for (const auto& [a, b] : pairs) result.emplace_back(SiteId(a), SiteId(b));
  return result;
}

}  // namespace steward::figures
