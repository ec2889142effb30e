#include "cli/live/printing.h"

#include <fmt/format.h>
#include <sstream>
#include <steward/race_record.h>

#include "cli/live/refusal_text.h"
#include "cli/message.h"
#include "report/render/text.h"

namespace steward::cli {

const LiveOptions& PrintingAudience::options_of(std::uint64_t process) const {
  const auto own = by_process_.find(process);
  return own == by_process_.end() ? options_ : own->second;
}

// What the program has for options counts least: for each of its processes, and those they fork.
void PrintingAudience::joins(std::uint32_t pid, const report::ProcessRecord& process) {
  const auto parent = by_process_.find(process.parent);
  if (process.forked && parent != by_process_.end()) by_process_[pid] = parent->second;
  if (!process.forked) by_process_.erase(pid);
  if (!process.options.empty()) take_defaults(pid, process.options);
  if (!suppressions_taken_.insert(process.suppressions).second) return;
  auto parsed = report::Suppressions::parse(process.suppressions, kProgramSuppressions);
  if (parsed) reporting_.add_suppressions(*std::move(parsed));
  else say(parsed.error().message());
}

void PrintingAudience::take_defaults(std::uint32_t pid, const std::string& text) {
  LiveOptions own;
  if (const auto read = read_options(text, "__tsan_default_options", own); !read)
    return say(read.error().message + "; the program's own options are left out");
  for (const std::string& file : own.suppressions) {
    auto loaded = report::Suppressions::load(file);
    if (loaded) reporting_.add_suppressions(*std::move(loaded));
    else say(loaded.error().message());
  }
  // Its runtime is at work already, and processes share what it was told.
  if (own.max_memory_mb)
    say("__tsan_default_options: max_memory_mb has no effect there; set it in STEWARD_OPTIONS");
  if (options_.log_path.empty() && !own.log_path.empty()) log_.redirect(own.log_path);
  if (!options_.exit_code && own.exit_code) {
    reporting_.set_exit_code(*own.exit_code);
    // A process that is aborted has no other code; one that is not keeps its own.
    if (channel_->on_race == channel::OnRace::go_on)
      channel_->exit_code = static_cast<std::uint32_t>(*own.exit_code);
  }
  const bool halt = options_.halt_on_error;
  if (auto combined = options_from_environment(own)) {
    by_process_[pid] = *std::move(combined);
    by_process_[pid].halt_on_error |= halt;
  }
}

template <class Reported>
bool PrintingAudience::wanted(const Reported& reported, std::uint64_t process) {
  if (!allows(options_of(process), reported)) return false;
  if (!reporting_.suppresses(reported)) return true;
  count_suppressed(reported);
  return false;
}

// Whether it is to end: its thread waits for the answer, so the racy access is not performed.
bool PrintingAudience::fail(std::uint64_t process) {
  failed_ = true;
  return options_of(process).halt_on_error;
}

bool PrintingAudience::wants(const report::Race& race) {
  return wanted(race, race.later().process.value_or(0));
}
bool PrintingAudience::wants(const report::FoundItem& item) {
  return wanted(item, item.process.value_or(0));
}

bool PrintingAudience::counts(const report::Race& race) {
  std::ostringstream text;
  render_race(report_, race, log_.coloured(), text);
  log_.write(text.str());
  return reporting_.fails_by(race);
}

bool PrintingAudience::counts(const report::FoundItem& item) {
  std::ostringstream text;
  render_finding(report_, item, log_.coloured(), text);
  log_.write(text.str());
  return true;
}

bool PrintingAudience::fails_by(const report::Race& race) {
  return fail(race.later().process.value_or(0));
}

void PrintingAudience::refused(std::uint32_t pid, const report::RefusedRecord& refused,
                               const std::string& thread) {
  if (refused.way == steward_way_abort) ended_.insert(pid);
  log_.write(refusal_line(pid, refused, thread));
}

bool PrintingAudience::fails_by(const report::FoundItem& item) {
  return fail(item.process.value_or(0));
}

}  // namespace steward::cli
