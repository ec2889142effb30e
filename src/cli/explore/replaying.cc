#include "cli/explore/replaying.h"

#include <fcntl.h>
#include <iostream>
#include <set>
#include <unistd.h>

#include "cli/explore/leftovers.h"
#include "cli/explore/tee.h"
#include "cli/explore/witness.h"
#include "cli/live/debugger.h"
#include "cli/live/program.h"
#include "cli/live/signals.h"
#include "cli/live/watch.h"
#include "cli/reporting.h"
#include "report/fingerprint.h"
#include "report/render/text.h"

namespace steward::cli {
namespace {

// Prints what it hears.
class Narrator : public Witness {
 public:
  Narrator(ControlledRun& run, const std::string& id) : Witness(run), id_(id) {}

  bool counts(const report::Race& race) override {
    print(race);
    return false;
  }
  bool counts(const report::FoundItem& item) override {
    // What else it has to say was said when it was recorded.
    if (item.kind != "deadlock" && item.kind != "hang" && item.kind != "divergence") return false;
    report::FoundItem named = item;
    if (item.kind != "divergence") named.id = id_;
    render_finding(run_.report, named, is_screen(STDERR_FILENO), std::cerr);
    return false;
  }
  void together(std::uint64_t first, std::uint64_t second, std::uint64_t step,
                report::Race race) override {
    print(race);
    Witness::together(first, second, step, std::move(race));
  }

 private:
  // Threads that stand at a race are found to race right afterwards, too.
  void print(report::Race race) {
    if (!told_.insert(race.fingerprint).second) return;
    // Others may have happened on the way.
    if (!id_.starts_with("R-" + race.fingerprint.substr(0, 4)))
      race.id = report::short_ids({race.fingerprint}).front();
    else race.id = id_;
    render_race(run_.report, race, is_screen(STDERR_FILENO), std::cerr);
  }

  const std::string& id_;
  std::set<std::string> told_;
};

// What both ways have in common: `start` begins the program, with that channel.
template <class Start>
Result<ControlledRun, std::string> perform(const Props& props, const Repetition& what,
                                           int exit_code, std::uint64_t seconds,
                                           const Start& start) {
  auto channel = props.make_channel(exit_code);
  if (!channel) return channel.error();
  const auto exploration = props.write(what.wish);
  if (!exploration) return exploration.error();
  ControlledRun run;
  Narrator narrator(run, what.race);
  report::LiveReport live(run.report, narrator);
  SignalForwarding signals(channel->header().completed);
  const auto child = start_awaited(start);
  if (!child) return child.error().message;
  signals.forward_to(*child);
  Child process(*child);
  const Watched watched = watch(process, *channel, live,
                                {.seconds = seconds, .others = Patience::Others::left_to_caller});
  // It has been waited for.
  wait_for(*child);
  end_all_leftovers();
  live.finish();
  run.status = watched.status;
  run.overdue = watched.overdue ? seconds : 0;
  run.interrupted = signals.received_any();
  run.watched = live.processes();
  run.schedule = props.schedule();
  return run;
}

}  // namespace

Result<ControlledRun, std::string> run_visibly(const ControlledProgram& program,
                                               const Repetition& what, int exit_code) {
  const auto props = Props::create();
  if (!props) return props.error();
  auto errors = Tee::create();
  if (!errors) return errors.error();
  const int input = ::open(program.input.c_str(), O_RDONLY | O_CLOEXEC);
  const Control control{.output = "", .only_these = true};
  auto run = perform(*props, what, exit_code, program.seconds, [&] {
    auto child = start_program(program.path, program.words,
                               props->environment(program, program.path, program.words),
                               {.input = input, .errors = errors->descriptor()}, &control);
    close(input);
    errors->begin(STDERR_FILENO);
    return child;
  });
  if (!run) return run;
  run->output = errors->end();
  return run;
}

Result<ControlledRun, std::string> run_under_gdb(const ControlledProgram& program,
                                                 const Repetition& what) {
  const auto props = Props::create();
  if (!props) return props.error();
  return perform(*props, what, kExitRace, 0, [&]() -> Result<pid_t, UsageError> {
    // Gdb calls a program by its path.
    std::vector<std::string> words = program.words;
    words[0] = program.path;
    ControlledProgram fed = program;
    fed.environment.emplace_back(channel::kInputVariable, program.input);
    Environment all = props->environment(fed, program.path, words);
    auto debugger = under_gdb(program.path, words, all, what.stale_reads);
    if (!debugger) return std::move(debugger).error();
    return start_program(debugger->path, debugger->words, {});
  });
}

}  // namespace steward::cli
