#include "cli/hunt/so_far.h"

#include <algorithm>
#include <utility>

#include "cli/hunt/prediction.h"
#include "report/merging.h"
#include "report/render/phrases.h"
#include "report/words.h"

namespace steward::cli {
namespace {

using report::Verdict;

bool is_same_location(const report::Location& one, const report::Location& other) {
  if (one.kind != other.kind || one.offset != other.offset) return false;
  if (one.name || other.name) return one.name == other.name;
  return one.allocated_at && one.allocated_at == other.allocated_at;
}

// A failure that is evidence of a race is nothing else besides.
bool is_explained(const report::FoundItem& item, const report::Report& report) {
  for (const report::Race& race : report.races)
    for (const report::Evidence& evidence : race.evidence)
      if (race.verdict == Verdict::harmful && item.kind == report::word_for(evidence.outcome) &&
          !stops_for_good(evidence.outcome))
        return true;
  return false;
}

}  // namespace

bool SoFar::has(Verdict verdict) const { return count_of(report_, verdict) > 0; }

const report::Race* SoFar::find(const std::string& fingerprint) const {
  const auto found =
      std::find_if(report_.races.begin(), report_.races.end(),
                   [&](const report::Race& one) { return one.fingerprint == fingerprint; });
  return found == report_.races.end() ? nullptr : &*found;
}

bool SoFar::is_known_to_hurt(const report::Location& location) const {
  return std::any_of(report_.races.begin(), report_.races.end(), [&](const report::Race& one) {
    return one.verdict == Verdict::harmful && is_same_location(one.location, location);
  });
}

void SoFar::add_stored(report::Report stored) {
  for (report::Race& race : stored.races) {
    // Counts are those of this hunt.
    race.runs.predicted = 0;
    if (find(race.fingerprint) == nullptr) only_stored_.insert(race.fingerprint);
  }
  add_findings(report_, std::move(stored));
}

void SoFar::take(report::Report found) {
  adopt_names(report_, found);
  for (report::Race& race : found.races) {
    if (race.runs.confirmed > 0 || race.runs.choices > 0) only_stored_.erase(race.fingerprint);
    const auto same =
        std::find_if(report_.races.begin(), report_.races.end(),
                     [&](const report::Race& one) { return one.fingerprint == race.fingerprint; });
    if (same == report_.races.end()) report_.races.push_back(std::move(race));
    else *same = std::move(race);
  }
  add_findings_of(found);
  for (report::ClassifiedLocation& location : found.locations) {
    std::erase_if(report_.locations, [&](const auto& one) { return one.name == location.name; });
    report_.locations.push_back(std::move(location));
  }
  // A larger round has all of a smaller one.
  for (report::Loss& loss : found.loss) {
    const auto same = std::find_if(report_.loss.begin(), report_.loss.end(),
                                   [&](const report::Loss& one) { return one.what == loss.what; });
    if (same == report_.loss.end()) report_.loss.push_back(std::move(loss));
    else same->count = std::max(same->count, loss.count);
  }
}

// A later round may know more of the same.
void SoFar::add_findings_of(report::Report& found) {
  for (report::FoundItem& item : found.findings) {
    std::erase_if(report_.findings, [&](const report::FoundItem& one) {
      return !one.id.empty() && one.id == item.id;
    });
    report_.findings.push_back(std::move(item));
  }
}

std::uint64_t SoFar::leave_out_unwanted(CampaignReport& report) {
  const auto unwanted = std::erase_if(
      report_.races, [&](const report::Race& race) { return report.is_unwanted(race); });
  std::erase_if(report_.findings, [&](const report::FoundItem& item) {
    return is_explained(item, report_) || report.is_unwanted(item);
  });
  return unwanted;
}

std::string SoFar::only_stored() const {
  std::string ids;
  for (const report::Race& race : report_.races)
    if (only_stored_.contains(race.fingerprint)) ids += (ids.empty() ? "" : ", ") + race.id;
  return ids;
}

report::Report SoFar::ranked() && {
  // Of those that fail, whatever fails most.
  std::stable_sort(report_.races.begin(), report_.races.end(),
                   [](const report::Race& one, const report::Race& other) {
                     return std::pair(one.verdict, one.runs.failed) >
                            std::pair(other.verdict, other.runs.failed);
                   });
  std::erase_if(report_.kept_apart,
                [&](const report::Race& pair) { return find(pair.fingerprint) != nullptr; });
  return std::move(report_);
}

}  // namespace steward::cli
