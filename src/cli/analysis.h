// Runs a detector over a trace, in as many passes as it needs.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "core/detect/finding.h"
#include "core/lockset/lockset.h"
#include "trace/error.h"
#include "trace/reader.h"

namespace steward::cli {

enum class DetectorKind : std::uint8_t {
  fasttrack,
  goldilocks,
  djit,
  hybrid,
  lockset,
  simple,
  simple_paper
};

// hybrid as it is, or without a part of it, to see what that part is worth: the columns of the
// paper's tables (docs/tables.md).
enum class HybridVariant : std::uint8_t {
  full,
  no_hb,         // only locks count; objects of one thread are left out, as lockset detectors do
  no_oversized,  // without the second rule of redundancy
  no_opts        // without both: every access is remembered
};

struct AnalysisOptions {
  DetectorKind detector = DetectorKind::fasttrack;
  // hybrid: 2 lets `simple` select the bytes to watch and find the channels first; 1 watches all,
  // and a lock is a channel from its first wait on.
  int phases = 2;
  HybridVariant variant = HybridVariant::full;
};

struct AnalysisLoss {
  std::string what;
  std::uint64_t count = 0;
};

struct AnalysisSummary {
  std::uint64_t events = 0;
  std::uint64_t findings = 0;
  std::vector<AnalysisLoss> loss;
};

class Analysis {
 public:
  using OnFinding = std::function<void(const Finding&)>;
  // How much of the pass is done, events so far in it, and what the pass does.
  using OnProgress = std::function<void(double fraction, std::uint64_t events, const char* phase)>;

  // `trace` must be well-formed and outlive this.
  Analysis(Reader& trace, AnalysisOptions options) : trace_(trace), options_(options) {}

  // Once. If the trace breaks off, everything before the break is analysed, then the error
  // returned.
  Result<AnalysisSummary, Error> run(const OnFinding& on_finding, const OnProgress& on_progress);

  // The locks behind a number in a finding; after run().
  std::span<const HeldLock> locks(LocksetId id) const;

 private:
  Reader& trace_;
  const AnalysisOptions options_;
  std::vector<std::vector<HeldLock>> locksets_;
};

}  // namespace steward::cli
