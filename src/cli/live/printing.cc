#include "cli/live/printing.h"

#include <csignal>
#include <sstream>
#include <sys/types.h>

#include "report/render/text.h"

namespace steward::cli {

template <class Reported>
bool PrintingAudience::wanted(const Reported& reported) {
  if (!options_.report_bugs) return false;
  if (!reporting_.suppresses(reported)) return true;
  ++suppressed_;
  return false;
}

void PrintingAudience::fail(std::uint64_t process) {
  failed_ = true;
  // Its thread waits for the answer to its record, so the racy access is not performed.
  if (options_.halt_on_error && process > 0) kill(static_cast<pid_t>(process), SIGKILL);
}

bool PrintingAudience::wants(const report::Race& race) { return wanted(race); }
bool PrintingAudience::wants(const report::FoundItem& item) { return wanted(item); }

bool PrintingAudience::counts(const report::Race& race) {
  std::ostringstream text;
  render_race(report_, race, log_.coloured(), text);
  log_.write(text.str());
  const bool fails = reporting_.fails_by(race);
  if (fails) fail(race.later().process.value_or(0));
  return fails;
}

bool PrintingAudience::counts(const report::FoundItem& item) {
  std::ostringstream text;
  render_finding(report_, item, log_.coloured(), text);
  log_.write(text.str());
  fail(item.process.value_or(0));
  return true;
}

}  // namespace steward::cli
