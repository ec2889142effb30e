// What a hunt has found so far: each race with the strongest that is known of it.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "cli/explore/campaign_report.h"
#include "report/report.h"

namespace steward::cli {

class SoFar {
 public:
  const report::Report& report() const { return report_; }
  report::Report& report() { return report_; }

  bool has(report::Verdict verdict) const;
  // Of its races those whose verdict may still change, by is_open(race), and nothing else.
  template <class IsOpen>
  report::Report races(IsOpen&& is_open) const {
    report::Report open = report_;
    open.findings.clear();
    std::erase_if(open.races, [&](const report::Race& race) { return !is_open(race); });
    return open;
  }
  const report::Race* find(const std::string& fingerprint) const;
  // Whether any race there is known to hurt.
  bool is_known_to_hurt(const report::Location& location) const;

  // What the store has, which need not show this time.
  void add_stored(report::Report stored);
  // What a step has found: of its races that takes the place of what was known.
  void take(report::Report found);

  // What is left out is counted.
  std::uint64_t leave_out_unwanted(CampaignReport& report);
  // The ids of races that did not show; empty if there are none.
  std::string only_stored() const;
  // All, the worst first.
  report::Report ranked() &&;

 private:
  void add_findings_of(report::Report& found);

  report::Report report_;
  std::set<std::string> only_stored_;  // fingerprints
};

}  // namespace steward::cli
