// Findings and names in few words, as a detector and a reader would give them.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/detect/finding.h"
#include "core/lockset/lockset.h"
#include "report/collector.h"
#include "trace/names.h"

namespace steward::report {

struct Side {
  std::uint64_t event;
  std::uint32_t thread;
  AccessKind kind;
  std::uint32_t site;
  std::uint32_t locks = 0;
};

// Both sides access exactly the racing bytes.
inline Finding finding(Side earlier, Side later, std::uint64_t address, std::uint64_t size = 4) {
  const AddressRange bytes{Address(address), size};
  const auto access = [&](Side side) {
    return Finding::Access{ThreadId(side.thread),
                           TraceOrigin(EventIndex(side.event), side.kind, bytes, SiteId(side.site),
                                       LocksetId(side.locks))};
  };
  return {bytes, access(earlier), access(later)};
}

// Locksets by number, as an analysis would know them.
class KnownLocksets {
 public:
  std::uint32_t add(std::vector<HeldLock> locks) {
    sets_.push_back(std::move(locks));
    return static_cast<std::uint32_t>(sets_.size() - 1);
  }
  Collector::LocksOf lookup() const {
    return [this](LocksetId id) { return std::span<const HeldLock>(sets_.at(id.value())); };
  }

 private:
  std::vector<std::vector<HeldLock>> sets_{{}};  // 0 is the empty set
};

inline constexpr Judgement kReal{Verdict::real, RealBy::happens_before, false};
inline constexpr Judgement kPotential{Verdict::potential, std::nullopt, true};

// What a collector makes of these findings.
inline Report collect(const Names& names, const std::vector<Finding>& findings,
                      Judgement judgement = kReal, const KnownLocksets& locksets = {},
                      const std::vector<Event>& events = {},
                      std::size_t most_races = Collector::kMostRaces) {
  Collector collector(names, judgement, most_races);
  for (const Event& e : events) collector.observe(e);
  for (const Finding& f : findings) collector.add(f);
  Report report;
  report.command = "analyze";
  report.program = {"some.trace"};
  report.outcome.runs = 1;
  collector.finish(locksets.lookup(), report);
  return report;
}

}  // namespace steward::report
