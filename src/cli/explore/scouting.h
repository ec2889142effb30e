// A first execution of a program, which shows where its code is and how long it takes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "channel/exploration.h"
#include "cli/explore/bundling.h"
#include "cli/explore/campaign_report.h"
#include "cli/explore/crew.h"
#include "cli/explore/suspects.h"

namespace steward::cli {

// Of runs from which only what is usual is to be known: what strategies expect must not depend on
// the seeds that the user wants, nor on how many.
inline constexpr std::uint64_t kOwnSeed = 1;

// Where the code of a pair is: of its two statements.
struct Target {
  std::array<std::vector<channel::StatementRange>, 2> code;
  // Of that only the two instructions that were seen to race; none if they are not known.
  std::array<std::vector<channel::StatementRange>, 2> exact;
  // The bytes at which they race, as far as these can be found in another run.
  std::vector<channel::PlanEntry> bytes;
  std::string problem;  // a sentence, if it is nowhere
};

struct Scouted {
  std::vector<Target> targets;  // of each suspect, but none if the user has interrupted it
  std::uint64_t steps = 1;
  store::Usual usual;  // how it ended, unless a signal ended it
};

// `usual`: how runs that nobody directs are to go. Errors are sentences.
Result<Scouted, std::string> scout(const ControlledWish& usual,
                                   const std::vector<Suspect>& suspects, Crew& crew,
                                   Bundling& bundling, CampaignReport& report);

// As code of the statement of that number.
void add_code(const std::vector<channel::StatementRange>& code, std::uint64_t number,
              std::vector<channel::StatementRange>& ranges);

}  // namespace steward::cli
