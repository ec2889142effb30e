// steward list: what is known so far, a line for each race.

#include <fmt/format.h>
#include <iostream>

#include "cli/hunt/hunt_text.h"
#include "cli/message.h"
#include "cli/stored/stored_report.h"
#include "report/render/phrases.h"

namespace steward::cli {
namespace {

int list(const Arguments& arguments) {
  const auto all = stored_results(arguments);
  if (!all) return mistake(all.error());
  std::set<std::string> programs;
  for (const store::Stored& one : *all) programs.insert(one.program);
  for (const std::string& program : programs) {
    std::cout << report::printable(program) << "\n";
    for (const store::Stored& one : *all) {
      if (one.program != program) continue;
      for (const report::Race& race : one.report.races) std::cout << line_of(race);
      for (const report::FoundItem& item : one.report.findings) std::cout << line_of(item);
    }
  }
  if (all->empty()) std::cout << "nothing was found so far\n";
  return kExitOk;
}

const RegisteredCommand registered_list({
    .name = "list",
    .summary = "lists the races and findings that the store has",
    .description = "Prints a line for each race and each finding that the store .steward has, by\n"
                   "program, the worst first, with the command that shows it again.\n\n"
                   "Exit code: 0; 2 if there is no store, or the command is wrong.",
    .options = stored_options_with_older({}),
    .run = list,
});

}  // namespace
}  // namespace steward::cli
