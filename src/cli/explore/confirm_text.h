// What people read of a pair that was tried, beside the race itself.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "channel/exploration.h"
#include "cli/explore/confirm_wish.h"
#include "cli/explore/pair_verdict.h"
#include "cli/explore/suspects.h"
#include "report/report.h"

namespace steward::cli {

// In how many runs it happened, and what went wrong. `before`: what is known of it from before, or
// null.
void print_rates(const Suspect& suspect, const PairVerdict& found, const Undirected& undirected,
                 const report::Race* before, std::ostream& out);

// In how many runs of a kind the program stopped for good. `kind`: "without a direction".
void print_stops(const Undirected& runs, const char* kind, std::ostream& out);

// The command that repeats a run of the pair without any store; of a trial of the order, all of it.
// `program`: its words.
std::string command_for(const Suspect& suspect, const channel::ExplorationHeader& header,
                        const ConfirmWish& wish, const std::vector<std::string>& program);

}  // namespace steward::cli
