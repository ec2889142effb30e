// The work of steward hunt: what is predicted is confirmed, and what is real classified, in rounds
// of more and more runs, where a verdict is still open.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/explore/campaign.h"
#include "cli/hunt/journal.h"
#include "cli/hunt/so_far.h"
#include "report/report.h"

namespace steward::cli {

struct HuntWish {
  std::uint64_t runs = 100;  // of each kind, for each pair and each location
  std::uint64_t seed = 1;
  std::string check;
};

class Hunting {
 public:
  // All must outlive it. `journal`: null if nothing can be kept.
  Hunting(const HuntWish& wish, Campaign& campaign, Journal* journal)
      : wish_(wish), campaign_(campaign), journal_(journal) {}

  // Fills the campaign's report, the worst first. The error is a sentence.
  Result<void, std::string> hunt();

  std::uint64_t suppressed() const { return suppressed_; }

 private:
  Result<void, std::string> go_through_rounds();
  Result<void, std::string> predict();
  // Adds what races in a few controlled executions in which all accesses are checked.
  Result<void, std::string> look_around();
  Result<void, std::string> sweep_potential();
  // Nothing if there is nothing else.
  Result<void, std::string> look_at_real(const std::string& name, std::uint64_t runs);
  // Of the races that are known to be `least` at least.
  Result<void, std::string> go_through_round(const std::string& name, std::uint64_t runs,
                                             report::Verdict least, bool is_last);
  Result<void, std::string> confirm(std::uint64_t runs, report::Verdict least, bool is_last);
  Result<void, std::string> classify(std::uint64_t runs, bool is_last);
  Result<void, std::string> look_further();
  std::vector<std::uint64_t> rounds() const;
  void show(const std::string& phase);
  void conclude();
  report::Report& known() { return so_far_.report(); }

  const HuntWish wish_;
  Campaign& campaign_;
  Journal* const journal_;
  SoFar so_far_;
  std::uint64_t runs_ = 0;  // that were not controlled
  std::uint64_t suppressed_ = 0;
};

}  // namespace steward::cli
