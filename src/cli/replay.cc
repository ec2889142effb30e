// steward replay: one execution again, step by step the same.

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/explore/bundling.h"
#include "cli/explore/ending.h"
#include "cli/explore/given_input.h"
#include "cli/explore/interruption.h"
#include "cli/explore/replaying.h"
#include "cli/explore/stage.h"
#include "cli/live/advice.h"
#include "cli/live/program.h"
#include "cli/message.h"
#include "sched/schedule_reader.h"
#include "store/bundle.h"
#include "store/store.h"

namespace steward::cli {
namespace {

// The bundle that the user means: a file, or by its id in the store.
Result<store::Bundle, std::string> find_bundle(const std::string& wanted) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(wanted, ignored)) return store::read_bundle(wanted);
  auto store = store::Store::open_existing(store::usual_folder());
  if (!store) return std::move(store).error();
  if (!*store)
    return fmt::format("{}: no such file, and there is no store {} here", wanted,
                       store::usual_folder());
  const auto file = (*store)->bundle_file(wanted);
  if (!file) return file.error();
  if (*file) return store::read_bundle(**file);
  const auto ids = (*store)->bundle_ids();
  if (!ids) return ids.error();
  return fmt::format(
      "{}: neither a file nor in the store, which has {}", wanted,
      ids->empty() ? "nothing that could be repeated" : fmt::format("{}", fmt::join(*ids, ", ")));
}

// Where the program was: relative paths of its arguments count from there.
void go_to_folder(const store::Bundle& bundle) {
  if (chdir(bundle.program.folder.c_str()) != 0)
    say(fmt::format("note: {} is not there ({}): staying here", bundle.program.folder,
                    std::strerror(errno)));
}

bool is_damaged(const std::vector<std::byte>& schedule) {
  ScheduleReader reader(schedule);
  Decision decision;
  while (reader.next(decision)) {
  }
  return reader.state() == ScheduleReader::State::damaged;
}

// Why it cannot be tried at all; empty if it can.
std::string obstacle(const store::Bundle& bundle) {
  const std::string& path = bundle.program.path;
  const auto hash = store::hash_of_file(path);
  if (!hash) return fmt::format("{}: the program is not there", path);
  if (!bundle.modules.empty() && *hash != bundle.modules.front().hash)
    return fmt::format(
        "{} is another program now than the one that was recorded: build that one again, or "
        "confirm the race anew",
        path);
  if (is_damaged(bundle.schedule)) return "the schedule in the bundle is damaged";
  return "";
}

bool diverged(const ControlledRun& run) {
  for (const report::FoundItem& item : run.report.findings)
    if (item.kind == "divergence") return true;
  return false;
}

int say_why_not(const store::Bundle& bundle, const std::string& what) {
  say(what);
  for (const auto changed : {changed_files, changed_variables})
    for (const std::string& sentence : changed(bundle)) say("note: " + sentence);
  return kExitDiverged;
}

// How a run ended, where what it writes counts, too: before the user's eyes its stdout is its own,
// so it is run once more where nobody sees it.
Result<Ending, std::string> judge(const store::Bundle& bundle, const ControlledProgram& program,
                                  const ControlledWish& wish, const ControlledRun& seen) {
  store::Usual by_itself = bundle.usual;
  by_itself.output.clear();
  by_itself.check.clear();
  Ending ending = ending_of(seen, by_itself);
  const bool writes_count = !bundle.usual.output.empty() || !bundle.usual.check.empty();
  const bool is_open = !ending.failure || ending.failure == report::Failure::slow;
  if (!writes_count || !is_open) return ending;
  const Interruption interruption;
  auto stage = Stage::create(program, 0, interruption.wanted());
  if (!stage) return std::move(stage).error();
  const auto unseen = (*stage)->run(wish);
  if (!unseen) return unseen.error();
  return ending_of(*unseen, bundle.usual);
}

int conclude(const store::Bundle& bundle, const ControlledRun& run, const Ending& ending) {
  if (run.interrupted) return kExitMistake;
  if (run.watched == 0) return mistake(advice_after(bundle.program.path));
  const std::string outcome = word_for_outcome(ending);
  int code = WIFSIGNALED(run.status) ? 128 + WTERMSIG(run.status) : WEXITSTATUS(run.status);
  if (diverged(run))
    code = say_why_not(bundle,
                       "the execution was not the recorded one: something outside of "
                       "control differed");
  // Who crashes cannot notice that it does so too early.
  // Who is killed for the time it took may have come anywhere.
  else if (run.schedule != bundle.schedule && run.overdue == 0)
    code = say_why_not(bundle, "the execution ended sooner than the recorded one");
  else if (outcome != bundle.outcome)
    code = say_why_not(bundle, fmt::format("the same decisions ended otherwise than recorded, "
                                           "which was: {}",
                                           bundle.outcome));
  std::cout << std::flush;
  std::cerr << "outcome: " << outcome << "\n";
  return code;
}

int replay(const Arguments& arguments) {
  auto bundle = find_bundle(arguments.text("ID|BUNDLE"));
  if (!bundle) return mistake(bundle.error());
  if (const std::string problem = obstacle(*bundle); !problem.empty()) return mistake(problem);
  auto preload = preload_list("explore");
  if (!preload) return mistake(preload.error().message);
  const auto input = GivenInput::of(bundle->input);
  if (!input) return mistake(input.error());
  go_to_folder(*bundle);
  const ControlledProgram program{bundle->program.path,    bundle->program.words, *preload,
                                  environment_of(*bundle), input->path(),         bundle->seconds};
  const Repetition what{
      {bundle->header, bundle->ranges, bundle->pairs, bundle->tracked, bundle->schedule},
      bundle->id.substr(0, bundle->id.find('.')),
      bundle->stale_reads};
  say(fmt::format("{}: {}", bundle->id, bundle->about));
  const auto run = arguments.given("--gdb") ? run_under_gdb(program, what)
                                            : run_visibly(program, what, kExitRace);
  if (!run) return mistake(run.error());
  if (arguments.given("--gdb")) return WIFEXITED(run->status) ? WEXITSTATUS(run->status) : 0;
  const auto ending = judge(*bundle, program, what.wish, *run);
  if (!ending) return mistake(ending.error());
  return conclude(*bundle, *run, *ending);
}

const RegisteredCommand registered_replay({
    .name = "replay",
    .summary = "repeats an execution that confirm or classify has stored, step by step",
    .description =
        "Repeats one execution: the same program, arguments, input and decisions. Each decision\n"
        "is compared with the recorded one. ID is what reports name (R-7f3a.2; of a race alone,\n"
        "R-7f3a, an execution in which it happened), from the store .steward; BUNDLE is a file\n"
        "from .steward/bundles, perhaps of another machine. stdout is the program's; what Steward\n"
        "has to say goes to stderr. The last line is `outcome: ` and what went wrong (crash,\n"
        "abort, exception, wrong-output, exit-code, deadlock, hang, slow), or none. See\n"
        "docs/replay.md.\n\n"
        "Exit code: the program's own, 128+n if signal n ended it, 66 if no thread could go on; 3\n"
        "if the execution was not the recorded one; 2 if there is nothing to be repeated.",
    .options =
        {{.kind = OptionKind::positional,
          .name = "ID|BUNDLE",
          .help = "what to repeat",
          .required = true},
         {.kind = OptionKind::flag,
          .name = "--gdb",
          .help =
              "under gdb, which stops at the race and shows both threads, or at the read that gets "
              "an old value"}},
    .run = replay,
});

}  // namespace
}  // namespace steward::cli
