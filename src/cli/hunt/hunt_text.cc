#include "cli/hunt/hunt_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>

#include "report/render/phrases.h"
#include "report/render/text.h"
#include "report/words.h"

namespace steward::cli {
namespace {

using report::Verdict;

std::string place_of(const report::Access& access) {
  if (access.stack.empty()) return "?";
  const std::string place = report::source_place(access.stack.front());
  if (place.empty()) return access.stack.front().function.value_or("?");
  // The column stays, the folders go.
  return place.substr(place.rfind('/') + 1);
}

// How much is known, in a few words.
std::string reason_for(const report::Race& race) {
  if (race.verdict == Verdict::harmful && !race.evidence.empty()) {
    const report::Evidence& worst = race.evidence.front();
    return fmt::format("{} by {}: {}", report::word_for(worst.outcome),
                       worst.cause == report::Cause::stale_value ? "a stale value" : "the schedule",
                       worst.replay);
  }
  const report::RunCounts& runs = race.runs;
  if (race.verdict == Verdict::real) {
    std::string text = race.replay.value_or("");
    if (runs.adversarial > 0)
      text += fmt::format("{}no harm in {} runs with stale values", text.empty() ? "" : "; ",
                          runs.adversarial);
    return text;
  }
  return runs.confirm_tried > 0 ? fmt::format("not reproduced in {} runs", runs.confirm_tried)
                                : "not tried";
}

}  // namespace

std::string line_of(const report::Race& race) {
  const std::string reason = reason_for(race);
  return fmt::format("{:<9} {}  {}, {} and {}{}\n", report::word_for(race.verdict), race.id,
                     report::printable(race.location.name.value_or(
                         std::string(report::word_for(race.location.kind)))),
                     place_of(race.earlier()), place_of(race.later()),
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
  const auto count = [&](Verdict verdict) {
    return std::count_if(report.races.begin(), report.races.end(),
                         [&](const report::Race& race) { return race.verdict == verdict; });
  };
  for (const report::Race& race : report.races) out << line_of(race);
  for (const report::FoundItem& item : report.findings) out << line_of(item);
  out << fmt::format("Steward: {}: {} harmful, {} real, {} potential; ",
                     report::counted(report.races.size(), "race"), count(Verdict::harmful),
                     count(Verdict::real), count(Verdict::potential));
  if (!report.findings.empty())
    out << report::counted(report.findings.size(), "other finding") << "; ";
  out << fmt::format("{} in {:.1f} s\n", report::counted(report.outcome.runs, "run"),
                     report.outcome.seconds);
}

}  // namespace steward::cli
