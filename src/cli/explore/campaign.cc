#include "cli/explore/campaign.h"

#include <algorithm>
#include <iostream>
#include <thread>
#include <unistd.h>
#include <utility>

#include "cli/explore/surroundings.h"
#include "cli/live/advice.h"
#include "cli/live/live_run.h"
#include "cli/live/program.h"
#include "cli/message.h"
#include "report/render/text.h"

namespace steward::cli {

Campaign::Campaign(LiveOptions options, Reporting reporting, GivenInput input,
                   ControlledProgram program, bool knows_timeout)
    : options_(std::move(options)),
      reporting_(std::move(reporting)),
      input_(std::move(input)),
      input_bytes_(input_.bytes()),
      program_(std::move(program)),
      knows_timeout_(knows_timeout),
      progress_(std::cerr, is_screen(STDERR_FILENO)) {
  bundling_.emplace(program_, input_bytes_);
  report_.program = program_.words;
}

Result<std::unique_ptr<Campaign>, std::string> Campaign::prepare(const char* command,
                                                                 const Arguments& arguments) {
  auto options = options_from_environment();
  if (!options) return options.error().message;
  auto reporting = Reporting::prepare(arguments, arguments.text("--from"));
  if (!reporting) return reporting.error().message;
  if (auto combined = combine(arguments, false, *options, *reporting); !combined)
    return combined.error().message;
  auto path = find_program(arguments.program()[0]);
  if (!path) return path.error().message;
  if (std::string advice = advice_before(*path); !advice.empty()) return advice;
  auto preload = preload_list("explore");
  if (!preload) return preload.error().message;
  auto input = GivenInput::take();
  if (!input) return input.error();
  ControlledProgram program{
      *path,         arguments.program(),
      *preload,      own_environment(),
      input->path(), static_cast<std::uint64_t>(arguments.number("--timeout"))};
  std::unique_ptr<Campaign> campaign(new Campaign(*std::move(options), *std::move(reporting),
                                                  *std::move(input), std::move(program),
                                                  arguments.given("--timeout")));
  campaign->report_.command = command;
  campaign->memory_.begin(campaign->program_.path);
  auto jobs = static_cast<unsigned>(arguments.number("--jobs"));
  if (jobs == 0) jobs = std::max(1u, std::thread::hardware_concurrency());
  auto crew = Crew::create(campaign->program_, jobs, campaign->interrupted());
  if (!crew) return crew.error();
  campaign->crew_.emplace(*std::move(crew));
  Reporting& text = campaign->reporting_;
  campaign->campaign_report_.emplace(campaign->base(), campaign->report_, text.text(),
                                     text.text_is_on_screen());
  return campaign;
}

void Campaign::expect_runs_of(double seconds) {
  constexpr std::uint64_t kTimes = 100;
  if (!knows_timeout_)
    program_.seconds = std::max(program_.seconds, kTimes * static_cast<std::uint64_t>(seconds));
}

std::uint64_t Campaign::seconds_as_it_is() const {
  constexpr std::uint64_t kLeast = 5;
  const auto left = time_left();
  if (knows_timeout_ || !left) return program_.seconds;
  return std::min(program_.seconds,
                  std::max(kLeast, static_cast<std::uint64_t>(left->count()) / 3));
}

double Campaign::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

Result<report::Report, std::string> Campaign::known() {
  store::Store* const store = memory_.existing();
  if (store == nullptr) return report::Report();
  return store->races_of(name_in_store(program_.path));
}

bool Campaign::fails() const {
  return !report_.findings.empty() ||
         std::any_of(report_.races.begin(), report_.races.end(),
                     [&](const report::Race& race) { return reporting_.fails_by(race); });
}

int Campaign::finish(const Result<void, std::string>& done, std::uint64_t suppressed,
                     const std::function<void(std::ostream&)>& summary) {
  // Of a hunt that was finished before, that one's time is told.
  if (report_.outcome.seconds == 0) report_.outcome.seconds = seconds();
  // Here they keep the ids that they came with, which bundles have, too.
  report::Report kept = report_;
  memory_.keep(kept, program_.path);
  const bool written = reporting_.write_json(report_);
  if (!done) return mistake(done.error());
  summary(reporting_.text());
  report::TextContext context;
  if (options_.print_suppressions)
    context.suppressed = suppressed + campaign_report_->suppressed_findings();
  context.unused_suppressions = reporting_.unused_suppressions();
  render_remarks(report_, context, reporting_.text());
  const bool timed_out = deadline_ && deadline_->passed();
  const bool cut_short = interrupted() && !timed_out;
  if (timed_out) say("the time is over: what was not tried by then is left out (--time, --resume)");
  if (cut_short) say("interrupted: what was not tried by then is left out");
  if (!written || cut_short) return kExitMistake;
  return fails() ? reporting_.exit_code() : kExitOk;
}

std::vector<Option> campaign_options(std::vector<Option> own, const char* each, const char* jobs) {
  for (Option& option : std::vector<Option>{
           {.name = "--runs",
  .value_name = "N",
  .help = each,
  .fallback = "100",
  .largest_number = 1'000'000,
  .smallest_number = 1},
           {.name = "--seed",
           .value_name = "S",
           .help = "of the first run; the next one has the next number",
           .fallback = "1",
           .largest_number = 2'000'000'000},
           {.name = "--timeout",
           .value_name = "S",
           .help = "seconds that a run may take: one that takes longer is killed, and counts as a "
                   "hang; 0 for no limit",
           .fallback = "60",
           .largest_number = 1'000'000},
           {.name = "--jobs",
           .value_name = "N",
           .help = "how many executions at the same time; 0: one a processor",
           .fallback = jobs,
           .largest_number = 256}})
    own.push_back(std::move(option));
  return live_options(std::move(own));
}

}  // namespace steward::cli
