#include "cli/explore/campaign_report.h"

#include <utility>

#include "cli/message.h"
#include "report/fingerprint.h"
#include "report/render/text.h"

namespace steward::cli {

void CampaignReport::note(const ControlledRun& run) {
  ++report_.outcome.runs;
  losses_.add(run);
  report_.loss = losses_.all();
  for (const std::string& text : run.suppressions) {
    if (!suppressions_taken_.insert(text).second) continue;
    auto parsed = report::Suppressions::parse(text, kProgramSuppressions);
    if (parsed) base_.reporting.add_suppressions(*std::move(parsed));
    else say(parsed.error().message());
  }
}

bool CampaignReport::is_unwanted(const report::Race& race) {
  return !allows(base_.options, race) || base_.reporting.suppresses(race);
}
bool CampaignReport::is_unwanted(const report::FoundItem& item) {
  return !allows(base_.options, item) || base_.reporting.suppresses(item);
}

void CampaignReport::take_stops(const ControlledWish& wish, const ControlledRun& run,
                                const store::Usual& usual) {
  for (const report::FoundItem& item : run.report.findings)
    if (item.kind == "deadlock" || item.kind == "hang")
      add_finding(item, run.report, keep(wish, run, ending_of(run, usual)), usual);
  if (const auto overdue = overdue_finding(run))
    add_finding(*overdue, run.report, keep(wish, run, ending_of(run, usual)), usual);
}

void CampaignReport::add_finding(report::FoundItem item, const report::Report& around,
                                 const KeptRun& run, const store::Usual& usual) {
  item.id = store::finding_id(item, name_in_store(base_.program));
  for (const report::FoundItem& before : report_.findings)
    if (before.id == item.id) return;
  if (is_unwanted(item)) {
    suppressed_.insert(item.id);
    return;
  }
  base_.progress.clear();
  adopt(around, &report::Report::findings, item);
  item.replay = store_run(item.id, item.message, run, usual);
  render_finding(report_, item, is_on_screen(), text());
  text() << std::flush;
  report_.findings.push_back(std::move(item));
}

std::optional<std::string> CampaignReport::store_run(const std::string& id,
                                                     const std::string& about, const KeptRun& run,
                                                     const store::Usual& usual) {
  store::Store* const store = base_.memory.store();
  if (store == nullptr) return std::nullopt;
  KeptRun whole = run;
  // Of past runs it is not kept.
  if (whole.schedule.empty()) {
    auto again = base_.crew.stage().run(run.wish);
    // What was cut off is no repetition; perhaps it was stored before.
    if (!again || again->interrupted || again->overdue != 0) {
      const auto before = store->bundle_file(id);
      return before && *before ? std::optional("steward replay " + id) : std::nullopt;
    }
    whole.schedule = std::move(again->schedule);
  }
  const auto stored = store->put(base_.bundling.make(id, about, whole, usual));
  if (stored) return "steward replay " + id;
  say(stored.error());
  return std::nullopt;
}

std::string CampaignReport::id_for(const std::string& fingerprint) {
  if (fingerprint.empty()) return "R-0";
  if (store::Store* const store = base_.memory.existing(); store != nullptr)
    if (auto known = store->id_for(name_in_store(base_.program), fingerprint)) return *known;
  return report::short_ids({fingerprint}).front();
}

}  // namespace steward::cli
