#include "cli/analysis.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/hash_map.h"
#include "base/heap.h"
#include "core/detect/dispatch.h"
#include "core/detect/djit.h"
#include "core/detect/fasttrack.h"
#include "core/detect/goldilocks.h"
#include "core/detect/hybrid.h"
#include "core/detect/lockset.h"
#include "core/detect/selection.h"
#include "core/detect/selector.h"
#include "core/detect/simple.h"
#include "core/detect/simple_paper.h"
#include "core/event/roots.h"

namespace steward::cli {
namespace {

// How far ahead of the event at work a cell, and then what it points to, is asked for.
constexpr std::size_t kPrefetchCell = 24;
constexpr std::size_t kPrefetchBehind = 12;
constexpr std::size_t kBatch = 2048;

class Passes {
 public:
  Passes(Reader& trace, const Analysis::OnProgress& on_progress)
      : trace_(trace), on_progress_(on_progress) {}

  // handle(batch, index of its first event) for all batches of the trace. A trace that breaks off
  // is handled up to there, and so is the next pass.
  template <class F>
  Result<std::uint64_t, Error> pass(const char* phase, F&& handle) {
    if (trace_.events_read() != 0 || trace_.bytes_read() != 0) {
      if (auto rewound = trace_.rewind(); !rewound) return std::move(rewound).error();
    }
    std::uint64_t events = 0;
    for (;;) {
      auto count = trace_.read(batch_);
      if (!count) return std::move(count).error();
      if (*count == 0) return events;
      handle(std::span<const Event>(batch_.data(), *count), events);
      events += *count;
      const double total = static_cast<double>(std::max<std::uint64_t>(trace_.bytes_total(), 1));
      on_progress_(static_cast<double>(trace_.bytes_read()) / total, events, phase);
    }
  }

 private:
  Reader& trace_;
  const Analysis::OnProgress& on_progress_;
  std::vector<Event> batch_ = std::vector<Event>(kBatch);
};

template <class Detector>
void feed(Dispatcher<Detector>& dispatch, Detector& detector, std::span<const Event> batch,
          std::uint64_t first) {
  const auto coming = [&](std::size_t i) { return i < batch.size() && is_access(batch[i].kind); };
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (coming(i + kPrefetchCell)) detector.prefetch(batch[i + kPrefetchCell].range.begin);
    if constexpr (requires { detector.prefetch_behind(Address()); })
      if (coming(i + kPrefetchBehind))
        detector.prefetch_behind(batch[i + kPrefetchBehind].range.begin);
    dispatch(batch[i], EventIndex(first + i));
  }
}

std::vector<std::vector<HeldLock>> contents(const Locksets& locksets) {
  std::vector<std::vector<HeldLock>> all(locksets.count());
  for (std::uint32_t i = 0; i < all.size(); ++i)
    for (const LockLabel& label : locksets.at(LocksetId(i))->labels())
      all[i].push_back(locksets.held(label));
  return all;
}

// What the detailed phase must know before it starts: who is there from the beginning, and how many
// locks a thread ever holds.
class FirstLook {
 public:
  explicit FirstLook(Heap& heap) : roots_(heap), attribution_(heap), held_(heap) {}

  void see(const Event& e) {
    const auto thread = attribution_.attribute(e);
    if (!thread) return;
    roots_.see(e, *thread);
    if (!is_lock_operation(e.kind)) return;
    std::size_t& held = held_.find_or_insert(*thread, std::size_t{0});
    const bool acquires = e.kind == EventKind::acquire || e.kind == EventKind::acquire_shared;
    if (acquires) most_ = std::max(most_, ++held);
    else if (held > 0) --held;
  }
  const Vector<ThreadId>& roots() const { return roots_.threads(); }
  std::size_t most_locks_held() const { return most_; }

 private:
  Roots roots_;
  Attribution attribution_;
  HashMap<ThreadId, std::size_t> held_;
  std::size_t most_ = 0;
};

// The detector that `options` ask for, over the trace: findings go to `report`.
class Run {
 public:
  Run(Reader& trace, AnalysisOptions options, const Analysis::OnProgress& on_progress,
      Report<Sequential> report)
      : options_(options),
        passes_(trace, on_progress),
        report_(report),
        max_store_age_(trace.max_store_age()) {}

  Result<std::uint64_t, Error> operator()() {
    const DetectorOptions precise{AfterRace::record, max_store_age_};
    switch (options_.detector) {
      case DetectorKind::fasttrack: return one_pass<FastTrack<Sequential>>(precise, report_);
      case DetectorKind::djit: return one_pass<Djit<Sequential>>(precise, report_);
      case DetectorKind::goldilocks:
        return one_pass<Goldilocks<Sequential>>(precise, GoldilocksOptions{}, report_);
      case DetectorKind::lockset: return one_pass<LocksetDetector<Sequential>>(report_);
      case DetectorKind::simple: return one_pass<Simple<Sequential>>(order(), report_);
      case DetectorKind::simple_paper: return one_pass<SimplePaper<Sequential>>(report_);
      case DetectorKind::hybrid:
        return options_.phases == 1 ? hybrid_on_all() : hybrid_on_selected();
    }
    __builtin_unreachable();
  }

  std::vector<std::vector<HeldLock>> take_locksets() { return std::move(locksets_); }

 private:
  LimitedOrderOptions order() const { return {.max_store_age = max_store_age_}; }
  HybridOptions hybrid_options(const FirstLook& look) const {
    HybridOptions options{.order = order(), .lock_bound = look.most_locks_held()};
    options.order.enabled = options_.variant != HybridVariant::no_hb;
    options.lockset_subset = options_.variant != HybridVariant::no_opts;
    options.order.firm = options.order.enabled;
    options.oversized = options.lockset_subset && options_.variant != HybridVariant::no_oversized;
    return options;
  }

  template <class Detector, class... Arguments>
  Result<std::uint64_t, Error> one_pass(Arguments&&... arguments) {
    Detector detector(heap_, std::forward<Arguments>(arguments)...);
    return last_pass("analysing", detector);
  }
  template <class Detector>
  Result<std::uint64_t, Error> last_pass(const char* phase, Detector& detector) {
    Dispatcher<Detector> dispatch(heap_, detector);
    auto events = passes_.pass(phase, [&](std::span<const Event> batch, std::uint64_t first) {
      feed(dispatch, detector, batch, first);
    });
    locksets_ = contents(dispatch.locksets());
    return events;
  }

  // Phase one, which may break off: then phase two meets the same break and says so.
  template <class F>
  void first_pass(const char* phase, F&& handle) {
    const auto ignored = passes_.pass(phase, handle);
    static_cast<void>(ignored.ok());
  }
  Result<std::uint64_t, Error> hybrid_on_all() {
    FirstLook look(heap_);
    first_pass("counting locks", [&](std::span<const Event> batch, std::uint64_t) {
      for (const Event& e : batch) look.see(e);
    });
    Hybrid<Sequential> hybrid(heap_, hybrid_options(look), report_);
    for (const ThreadId root : look.roots()) hybrid.thread(root);
    return last_pass("examining all locations", hybrid);
  }
  Result<std::uint64_t, Error> hybrid_on_selected() {
    Heap heap_of_phase_one(huge_pages());
    FirstLook look(heap_);
    Selection selection(heap_);
    auto selector = std::make_unique<Selector<Sequential>>(heap_of_phase_one, order(), selection);
    auto dispatch =
        std::make_unique<Dispatcher<Selector<Sequential>>>(heap_of_phase_one, *selector);
    first_pass("selecting locations", [&](std::span<const Event> batch, std::uint64_t first) {
      for (const Event& e : batch) look.see(e);
      feed(*dispatch, *selector, batch, first);
    });
    Hybrid<Sequential> hybrid(heap_, hybrid_options(look), report_, &selection);
    selector->for_each_channel([&](LockId lock) { hybrid.mark_channel(lock); });
    for (const ThreadId root : look.roots()) hybrid.thread(root);
    dispatch.reset();
    selector.reset();
    return last_pass("examining selected locations", hybrid);
  }

  const AnalysisOptions options_;
  Passes passes_;
  const Report<Sequential> report_;
  const std::size_t max_store_age_;
  Heap heap_{huge_pages()};
  std::vector<std::vector<HeldLock>> locksets_;
};

}  // namespace

Result<AnalysisSummary, Error> Analysis::run(const OnFinding& on_finding,
                                             const OnProgress& on_progress) {
  AnalysisSummary summary;
  const auto report = [&](const Finding& finding) {
    summary.findings += finding.kept_apart == KeptApart::by_nothing;
    on_finding(finding);
  };
  Run run(trace_, options_, on_progress, report);
  auto events = run();
  locksets_ = run.take_locksets();
  if (!events) return std::move(events).error();
  summary.events = *events;
  if (locksets_.size() > TraceOrigin::kLargestLockset + std::size_t{1}) {
    summary.loss.push_back({"sets of locks beyond a million, shown as no locks in reports",
                            locksets_.size() - TraceOrigin::kLargestLockset - 1});
  }
  return summary;
}

std::span<const HeldLock> Analysis::locks(LocksetId id) const {
  if (id.value() >= locksets_.size()) return {};
  return locksets_[id.value()];
}

}  // namespace steward::cli
