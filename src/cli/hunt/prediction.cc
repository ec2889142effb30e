#include "cli/hunt/prediction.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "cli/live/execution.h"
#include "cli/live/first_phase.h"
#include "cli/live/program.h"
#include "report/merging.h"
#include "report/words.h"

namespace steward::cli {
namespace {

// Whether the user wants to hear of it is decided when all is known.
class Everything : public Spectator {
 public:
  bool wants(const report::Race&) override { return true; }
  bool wants(const report::FoundItem&) override { return true; }
  bool counts(const report::Race&) override { return false; }
  bool counts(const report::FoundItem&) override { return false; }
};

constexpr char kInterrupted[] = "interrupted before anything was known of the program";

Result<LiveJob, std::string> job_for(const ControlledProgram& program, const char* analysis,
                                     const Patience& patience) {
  auto preload = preload_list(analysis);
  if (!preload) return preload.error().message;
  LiveJob job{.words = program.words, .path = program.path, .preload = *preload};
  job.unseen_input = program.input;
  job.patience = patience;
  return job;
}

void add_loss(report::Report& report, std::vector<report::Loss> more) {
  for (report::Loss& loss : more) report.loss.push_back(std::move(loss));
}
// What it had to give up, and that it did not end.
void add_shortfall(report::Report& report, const Execution& done, const Patience& patience) {
  add_loss(report, done.watched.loss());
  if (!done.watched.overdue) return;
  report::FoundItem hang;
  hang.kind = report::word_for(report::Failure::hang);
  hang.message = fmt::format(
      "as it is, the program did not end within {} s, and was killed (--timeout sets the limit)",
      patience.seconds);
  report.findings.push_back(std::move(hang));
}

// One run under that analysis.
Result<report::Report, std::string> observe(const ControlledProgram& program, const char* analysis,
                                            report::Verdict verdict, const Patience& patience) {
  const auto job = job_for(program, analysis, patience);
  if (!job) return job.error();
  report::Report report;
  Everything audience;
  report::LiveReport live(report, audience, verdict);
  const auto done = execute(*job, audience, live);
  if (!done) return done.error();
  if (done->interrupted) return std::string(kInterrupted);
  live.finish();
  add_shortfall(report, *done, patience);
  return report;
}

bool is_same(const report::FoundItem& one, const report::FoundItem& other) {
  return one.kind == other.kind && one.stacks == other.stacks;
}

}  // namespace

Result<report::Report, std::string> predict_unseen(const ControlledProgram& program,
                                                   const Patience& patience) {
  const auto job = job_for(program, "hybrid", patience);
  if (!job) return job.error();
  const auto first = run_first_phase({.path = program.path,
                                      .words = program.words,
                                      .unseen_input = program.input,
                                      .patience = patience});
  if (!first) return first.error().message;
  report::Report report;
  Everything audience;
  report::LiveReport live(report, audience, report::Verdict::potential);
  const auto done = execute_planned(*job, audience, live, first->prospects);
  if (!done) return done.error();
  if (done->interrupted) return std::string(kInterrupted);
  live.finish();
  add_loss(report, first->loss);
  add_shortfall(report, *done, patience);
  for (report::Race& race : report.races) race.runs.predicted = 1;
  return report;
}

Result<report::Report, std::string> predict_unselected(const ControlledProgram& program,
                                                       const Patience& patience) {
  auto report = observe(program, "hybrid", report::Verdict::potential, patience);
  if (!report) return report;
  for (report::Race& race : report->races) race.runs.predicted = 1;
  return report;
}

Result<report::Report, std::string> detect_unseen(const ControlledProgram& program,
                                                  const Patience& patience) {
  return observe(program, "fasttrack", report::Verdict::real, patience);
}

void add_findings(report::Report& all, report::Report more) {
  adopt_names(all, more);
  for (report::Loss& loss : more.loss) {
    const auto known = std::find_if(all.loss.begin(), all.loss.end(),
                                    [&](const auto& one) { return one.what == loss.what; });
    if (known == all.loss.end()) all.loss.push_back(std::move(loss));
    else known->count += loss.count;
  }
  for (report::Race& race : more.races) {
    const auto known =
        std::find_if(all.races.begin(), all.races.end(),
                     [&](const report::Race& one) { return one.fingerprint == race.fingerprint; });
    if (known == all.races.end()) {
      all.races.push_back(std::move(race));
      continue;
    }
    const std::uint64_t predicted = known->runs.predicted + race.runs.predicted;
    // The locks that a prediction speaks of are nobody else's.
    auto hint = known->hint ? std::move(known->hint) : std::move(race.hint);
    if (race.verdict > known->verdict) *known = std::move(race);
    known->runs.predicted = predicted;
    known->hint = std::move(hint);
  }
  for (report::Race& pair : more.kept_apart)
    if (std::none_of(all.kept_apart.begin(), all.kept_apart.end(),
                     [&](const report::Race& one) { return one.fingerprint == pair.fingerprint; }))
      all.kept_apart.push_back(std::move(pair));
  for (report::FoundItem& item : more.findings)
    if (std::none_of(all.findings.begin(), all.findings.end(),
                     [&](const report::FoundItem& one) { return is_same(one, item); }))
      all.findings.push_back(std::move(item));
}

}  // namespace steward::cli
