#include "cli/live/printing.h"

#include <sstream>

#include "report/render/text.h"

namespace steward::cli {

template <class Reported>
bool PrintingAudience::wanted(const Reported& reported) {
  if (!report_bugs_) return false;
  if (!reporting_.suppresses(reported)) return true;
  ++suppressed_;
  return false;
}

bool PrintingAudience::wants(const report::Race& race) { return wanted(race); }
bool PrintingAudience::wants(const report::FoundItem& item) { return wanted(item); }

bool PrintingAudience::counts(const report::Race& race) {
  std::ostringstream text;
  render_race(report_, race, log_.coloured(), text);
  log_.write(text.str());
  const bool fails = reporting_.fails_by(race);
  failed_ = failed_ || fails;
  return fails;
}

bool PrintingAudience::counts(const report::FoundItem& item) {
  std::ostringstream text;
  render_finding(report_, item, log_.coloured(), text);
  log_.write(text.str());
  failed_ = true;
  return true;
}

}  // namespace steward::cli
