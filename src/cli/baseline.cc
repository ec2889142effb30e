// steward baseline: which races are new.

#include <fmt/format.h>
#include <iostream>

#include "cli/hunt/hunt_text.h"
#include "cli/message.h"
#include "cli/reporting.h"
#include "cli/stored/baseline_file.h"
#include "cli/stored/stored_report.h"
#include "report/render/phrases.h"

namespace steward::cli {
namespace {

int baseline(const Arguments& arguments) {
  const auto all = stored_results(arguments);
  if (!all) return mistake(all.error());
  const std::string& file = arguments.text("--file");
  if (arguments.given("--update")) {
    const Baseline now = Baseline::of(*all);
    if (!write_result(file, now.text())) return kExitMistake;
    std::cout << fmt::format("{}: {}\n", file, report::counted(now.size(), "line"));
    return kExitOk;
  }
  const auto before = Baseline::read(file);
  if (!before) return mistake(before.error());
  std::uint64_t news = 0, known = 0;
  for (const store::Stored& one : *all) {
    if (before->knows(one)) {
      ++known;
      continue;
    }
    ++news;
    for (const report::Race& race : one.report.races) std::cout << line_of(race);
    for (const report::FoundItem& item : one.report.findings) std::cout << line_of(item);
  }
  std::cout << fmt::format("Steward: {} new, {} in {}, of which {} found\n", news, before->size(),
                           file, known);
  return news > 0 ? arguments.number("--exit-code") : kExitOk;
}

const RegisteredCommand registered_baseline({
    .name = "baseline",
    .summary = "says which races are new: not in a list that is kept with the sources",
    .description =
        "Compares what the store .steward has with a list of races that are known and accepted\n"
        "for now, a text file to be kept with the sources. Races are told by their fingerprints,\n"
        "which stay the same when lines move or the program is built anew. One that has become\n"
        "worse than in the list is new again.\n\n"
        "Exit code: 66 (or that of --exit-code) if anything is new; 0 if not; 2 if there is no\n"
        "store or no list, or the command is wrong.",
    .options = stored_options_with_older({{.kind = OptionKind::flag,
                                           .name = "--update",
                                           .help = "write the list instead: all that is known now"},
                                          {.name = "--file",
                                           .value_name = "F",
                                           .help = "the list",
                                           .fallback = "steward-baseline.txt"},
                                          {.name = "--exit-code",
                                           .value_name = "N",
                                           .help = "the exit code if anything is new",
                                           .fallback = "66",
                                           .largest_number = 255}}),
    .run = baseline,
});

}  // namespace
}  // namespace steward::cli
