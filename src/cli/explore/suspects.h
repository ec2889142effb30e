// The pairs of statements that are to be confirmed.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "cli/explore/statement.h"
#include "cli/parse.h"
#include "report/report.h"

namespace steward::cli {

struct Suspect {
  std::array<Statement, 2> statements;
  std::optional<report::Race> race;  // as a report has it

  // "a.cc:3 and b.cc:4".
  std::string text() const;
  // The same without folders, and where that is in a header of the system, who included it.
  std::string brief() const;
};

// Whether its accesses may be to a stack, as far as is known.
bool may_be_on_stack(const Suspect& suspect);

// Those of a report that can be waited for.
std::vector<Suspect> suspects_in(const report::Report& report);

// Those that --sites names, or those of a report, or the one of them that --pair names: of --from,
// else what the store has of the program. `report`: gets that report, if there is one.
Result<std::vector<Suspect>, UsageError> find_suspects(const Arguments& arguments,
                                                       const report::Report& stored,
                                                       report::Report& report);

}  // namespace steward::cli
