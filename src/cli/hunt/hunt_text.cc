#include "cli/hunt/hunt_text.h"

#include <fmt/format.h>
#include <string>

#include "report/render/phrases.h"
#include "report/render/text.h"
#include "report/words.h"

namespace steward::cli {
namespace {

using report::Verdict;

// How much is known, in a few words.
std::string reason_for(const report::Race& race) {
  if (race.verdict == Verdict::harmful && !race.evidence.empty()) {
    const report::Evidence& worst = race.evidence.front();
    return fmt::format("{} by {}: {}", report::word_for(worst.outcome),
                       report::describe(worst.cause), worst.replay);
  }
  const report::RunCounts& runs = race.runs;
  if (race.verdict == Verdict::real) {
    return fmt::format("{}; {}", race.replay.value_or("seen in a run as it is"),
                       runs.adversarial > 0
                           ? fmt::format("no harm in {} runs with stale values", runs.adversarial)
                           : "no stale value was read");
  }
  return runs.confirm_tried > 0 ? fmt::format("not reproduced in {} runs", runs.confirm_tried)
                                : "not tried";
}

}  // namespace

std::string line_of(const report::Race& race) {
  const std::string reason = reason_for(race);
  return fmt::format("{:<9} {}  {}, {} and {}{}\n", report::word_for(race.verdict), race.id,
                     report::name_of(race.location), report::short_place(race.earlier().stack),
                     report::short_place(race.later().stack),
                     reason.empty() ? "" : "\n          " + reason);
}
std::string line_of(const report::FoundItem& item) {
  return fmt::format("{:<9} {}  {}{}\n", "finding", item.id, report::headline(item),
                     item.replay ? "\n          " + *item.replay : "");
}

void print_races(CampaignReport& report) {
  const report::Report& all = report.report();
  // The worst comes last, where it is read first.
  for (auto race = all.races.rbegin(); race != all.races.rend(); ++race)
    render_race(all, *race, report.is_on_screen(), report.text());
  for (const report::FoundItem& item : all.findings)
    render_finding(all, item, report.is_on_screen(), report.text());
}

void print_hunt(const report::Report& report, std::ostream& out) {
  // They come last: many would push what is known to be real off the screen.
  constexpr std::uint64_t kPotential = 10;
  std::uint64_t potential = 0;
  for (const report::Race& race : report.races)
    if (race.verdict != Verdict::potential || ++potential <= kPotential) out << line_of(race);
  if (potential > kPotential)
    out << fmt::format("{:<9} {} more: steward list\n", report::word_for(Verdict::potential),
                       report::grouped(potential - kPotential));
  for (const report::FoundItem& item : report.findings) out << line_of(item);
  out << fmt::format("Steward: {}: {} harmful, {} real, {} potential; ",
                     report::counted(report.races.size(), "race"),
                     count_of(report, Verdict::harmful), count_of(report, Verdict::real),
                     count_of(report, Verdict::potential));
  if (!report.findings.empty())
    out << report::counted(report.findings.size(), "other finding") << "; ";
  out << fmt::format("{} in {:.1f} s\n", report::counted(report.outcome.runs, "run"),
                     report.outcome.seconds);
}

}  // namespace steward::cli
