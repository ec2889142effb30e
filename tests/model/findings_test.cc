// What findings say about their two accesses, checked against the trace: whose they were, what they
// did, where, on which bytes, and under which locks.
#include <algorithm>
#include <gtest/gtest.h>
#include <memory>

#include "core/detect/djit.h"
#include "core/detect/fasttrack.h"
#include "core/detect/goldilocks.h"
#include "core/detect/hybrid.h"
#include "core/detect/lockset.h"
#include "core/detect/simple.h"
#include "core/detect/simple_paper.h"
#include "support/oracle.h"
#include "support/property.h"
#include "support/run_detector.h"

namespace steward {
namespace {

bool same_locks(const Locksets& locksets, LocksetId id, const oracle::Locks& held) {
  const auto labels = locksets.at(id)->labels();
  if (labels.size() != held.size()) return false;
  return std::all_of(labels.begin(), labels.end(), [&](LockLabel label) {
    const HeldLock lock = locksets.held(label);
    return std::find(held.begin(), held.end(), oracle::Held{lock.lock, lock.mode}) != held.end();
  });
}

// What is wrong with one access of a finding.
Verdict check_access(const oracle::Execution& x, const Locksets& locksets,
                     const Finding::Access& access, AddressRange bytes) {
  const auto i = static_cast<std::size_t>(access.origin.event().value());
  const Event& e = x.event(i);
  const std::string which = "event " + std::to_string(i) + " ";
  if (!x.is_access(i)) return which + "is no access";
  if (access.thread != x.thread(i)) return which + "is another thread's";
  if (access.origin.kind() != access_kind(e.kind)) return which + "has another kind";
  if (access.origin.site() != e.site) return which + "has another site";
  if (!same_locks(locksets, access.origin.locks(), x.locks(i))) return which + "held other locks";
  // After a copy the bytes may be elsewhere.
  const bool there = e.range.contains(bytes.begin) && bytes.end() <= e.range.end();
  if (there && access.origin.range(bytes) != e.range) return which + "touched other bytes";
  return std::nullopt;
}

Verdict check_finding(const oracle::Execution& x, const Locksets& locksets, const Finding& f) {
  if (f.earlier.origin.event() >= f.later.origin.event()) return "the accesses are swapped";
  if (f.earlier.thread == f.later.thread) return "a thread races with itself";
  const AddressRange later = x.event(f.later.origin.event().value()).range;
  if (f.bytes.size == 0 || later.intersection(f.bytes) != f.bytes)
    return "the bytes are not its own";
  if (const Verdict wrong = check_access(x, locksets, f.earlier, f.bytes)) return wrong;
  return check_access(x, locksets, f.later, f.bytes);
}

template <class Detector, class... Options>
void check_findings(Options... options) {
  check_on_random_traces(all_shapes(), [=](std::span<const Event> events) -> Verdict {
    const oracle::Execution x(events);
    Findings findings;
    Heap heap(cached_pages());
    Detector detector(heap, options..., findings);
    Dispatcher<Detector> dispatch(heap, detector);
    for (std::size_t i = 0; i < events.size(); ++i) dispatch(events[i], EventIndex(i));
    for (const Finding& finding : findings.all()) {
      if (const Verdict wrong = check_finding(x, dispatch.locksets(), finding)) return wrong;
    }
    return std::nullopt;
  });
}

constexpr DetectorOptions kPrecise = {AfterRace::record, 3};
constexpr LimitedOrderOptions kLimited = {.max_store_age = 3};

TEST(Findings, OfDjitNameWhatHappened) { check_findings<Djit<Sequential>>(kPrecise); }
TEST(Findings, OfFastTrackNameWhatHappened) { check_findings<FastTrack<Sequential>>(kPrecise); }
TEST(Findings, OfGoldilocksNameWhatHappened) {
  check_findings<Goldilocks<Sequential>>(kPrecise, GoldilocksOptions{.sweep_every = 9});
}
TEST(Findings, OfLocksetNameWhatHappened) { check_findings<LocksetDetector<Sequential>>(); }
TEST(Findings, OfHybridNameWhatHappened) {
  check_findings<Hybrid<Sequential>>(HybridOptions{.order = kLimited});
}
TEST(Findings, OfSimpleNameWhatHappened) { check_findings<Simple<Sequential>>(kLimited); }
TEST(Findings, OfSimplePaperNameWhatHappened) { check_findings<SimplePaper<Sequential>>(); }

}  // namespace
}  // namespace steward
