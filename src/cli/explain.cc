// steward explain: how it came to be who may access a location.

#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "cli/command.h"
#include "cli/explained_trace.h"
#include "cli/message.h"
#include "cli/stored/stored_report.h"
#include "report/live/temporary_file.h"
#include "report/render/phrases.h"
#include "report/render/text.h"

namespace steward::cli {
namespace {

// As a trace names it; nothing if it has no name there.
std::optional<std::string> name_in_trace(const report::Location& location) {
  if (!location.name) return std::nullopt;
  return location.offset == 0 ? *location.name
                              : fmt::format("{}+{}", *location.name, location.offset);
}

// The worst race there that earlier commands have found: in --from, else in the store.
Result<std::optional<store::Stored>, std::string> find_race(const Arguments& arguments) {
  auto all = stored_results(arguments, true);
  if (!all) return std::move(all).error();
  const std::string& wanted = arguments.text("LOCATION");
  for (store::Stored& one : *all)
    for (const report::Race& race : one.report.races)
      if (race.id == wanted || race.location.name == wanted ||
          name_in_trace(race.location) == wanted)
        return std::optional(std::move(one));
  return std::optional<store::Stored>();
}

// Reports of ours are JSON; no trace begins like it.
bool is_report(const std::string& file) {
  std::ifstream in(file);
  char first = 0;
  return in >> first && first == '{';
}

// By this very tool, as the user would do it: a program under watch is a matter of processes. What
// the program prints does not get among what we do.
void record_program(const std::vector<std::string>& program, const std::string& trace) {
  std::vector<std::string> words{"steward", "record", "-o", trace, "--"};
  words.insert(words.end(), program.begin(), program.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(STDERR_FILENO, STDOUT_FILENO);
    execv("/proc/self/exe", arguments.data());
    _exit(127);
  }
  if (child > 0) waitpid(child, nullptr, 0);
}

int draw(const Arguments& arguments, const std::string& trace, const std::string& location) {
  const auto most = static_cast<std::size_t>(arguments.number("--last"));
  if (const auto drawn = draw_sets(trace, location, most, std::cout); !drawn)
    return mistake(drawn.error());
  return kExitOk;
}

int explain_recorded(const Arguments& arguments, const std::string& location) {
  const auto folder = report::TemporaryFolder::create(report::temporary_folder(), "steward");
  if (!folder) return mistake(folder.error());
  const std::string trace = folder->path_of("trace");
  record_program(arguments.program(), trace);
  return draw(arguments, trace, location);
}

int explain(const Arguments& arguments) {
  const std::string& location = arguments.text("LOCATION");
  const std::string& from = arguments.text("--from");
  const bool has_program = !arguments.program().empty();
  if (!from.empty() && !is_report(from)) {
    if (has_program) return mistake("--from has an execution already; PROG would be another one");
    return draw(arguments, from, location);
  }
  const bool is_id = location.starts_with("R-");
  if (has_program && !is_id) return explain_recorded(arguments, location);
  const auto race = find_race(arguments);
  if (!race && (is_id || !from.empty())) return mistake(race.error());
  if (!race || !*race)
    return mistake(
        fmt::format("nothing is known of {}; record an execution: `steward explain {} -- "
                    "PROG`",
                    location, location));
  const report::Race& found = (*race)->report.races.front();
  const auto name = name_in_trace(found.location);
  if (has_program) {
    if (!name)
      return mistake(
          fmt::format("{} is at no variable that has a name: say its address", found.id));
    return explain_recorded(arguments, *name);
  }
  render_race((*race)->report, found, false, std::cout);
  std::cout.flush();
  return mistake(fmt::format(
      "that says what raced, not how it came to that: record an execution, `steward explain {} -- "
      "{}`",
      name.value_or("ADDRESS"), fmt::join((*race)->report.program, " ")));
}

const RegisteredCommand registered_explain({
    .name = "explain",
    .summary = "draws how it came to be who may access a location",
    .description =
        "Reads a recorded execution and draws the Goldilockset of one location "
        "(docs/algorithms.md):\n"
        "which threads may access it without a race with its last write, and by what others come\n"
        "to be among them. There is a line for each access, and one for each event that changes\n"
        "the set: an unlock of a thread in it adds the lock, a lock of such a lock adds a thread.\n"
        "A thread that accesses the location and is not in the set races.\n\n"
        "The execution is the trace in --from, or that of PROG, which is then run and recorded. "
        "If\n"
        "there is neither, what an earlier command has found there is shown, as --from (its JSON) "
        "or\n"
        "the store .steward has it, and how to record an execution.\n\n"
        "Exit code: 0; 2 if no execution is there, it cannot be read, or has no such location.",
    .options =
        {{.kind = OptionKind::positional,
          .name = "LOCATION",
          .help = "as reports name it: counter, counter+4; or the id of a race there: R-7f3a; or "
                  "an address: 0x55d0c0ff",
          .required = true},
         {.name = "--from",
          .value_name = "F",
          .help = "the execution: a trace of `steward record`, or in RAPID's format; or a report "
                  "(the JSON of any command)"},
         {.name = "--last",
          .value_name = "N",
          .help = "how many lines are drawn, the last ones",
          .fallback = "40",
          .largest_number = 1000000,
          .smallest_number = 1},
         {.kind = OptionKind::program, .name = "-- PROG ARGS…", .help = "the program to record"}},
    .run = explain,
});

}  // namespace
}  // namespace steward::cli
