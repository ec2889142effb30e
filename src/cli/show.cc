// steward show: all that is known of one race.

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "cli/message.h"
#include "cli/reporting.h"
#include "cli/stored/stored_report.h"
#include "report/render/sides.h"
#include "report/render/text.h"

namespace steward::cli {
namespace {

void say_if_older(const store::Stored& one) {
  if (one.is_older) say("note: this was found in a build that has been replaced since");
}

int show(const Arguments& arguments) {
  const auto all = stored_results(arguments, true);
  if (!all) return mistake(all.error());
  const std::string& wanted = arguments.text("ID");
  // Of a piece of evidence, the race.
  const std::string id = wanted.substr(0, wanted.find('.'));
  std::string ids;
  for (const store::Stored& one : *all) {
    for (const report::Race& race : one.report.races) {
      ids += (ids.empty() ? "" : ", ") + race.id;
      if (race.id != id) continue;
      say_if_older(one);
      render_race(one.report, race, is_screen(STDOUT_FILENO), std::cout);
      render_sides(race, std::cout);
      render_evidence(race, std::cout);
      return kExitOk;
    }
    for (const report::FoundItem& item : one.report.findings) {
      ids += (ids.empty() ? "" : ", ") + item.id;
      if (item.id != id) continue;
      say_if_older(one);
      render_finding(one.report, item, is_screen(STDOUT_FILENO), std::cout);
      return kExitOk;
    }
  }
  return mistake(fmt::format("no {} there, only: {}", id, ids.empty() ? "nothing" : ids));
}

const RegisteredCommand registered_show({
    .name = "show",
    .summary = "shows all that is known of one race or finding",
    .description =
        "Prints the race with this id, as the store .steward has it: both stacks, the source of\n"
        "both sides next to each other, in how many runs what happened, and each piece of\n"
        "evidence with the command that repeats it.\n\n"
        "Exit code: 0; 2 if there is no such race.",
    .options = stored_options({{.kind = OptionKind::positional,
                                .name = "ID",
                                .help = "as list and reports name it: R-7f3a, F-4d05a1c8",
                                .required = true}}),
    .run = show,
});

}  // namespace
}  // namespace steward::cli
