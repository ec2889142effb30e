#include "cli/live/debugger.h"

#include <fmt/format.h>

namespace steward::cli {
namespace {

// Where the program stops: when a race is told, when two threads stand at one, when none can go on.
constexpr const char* kStops[] = {"__tsan_on_report", "steward_at_race", "steward_at_dead_end"};

// All of that is in the runtime: what the user wants to see is the function that accesses. Of two
// threads that stand at a race (steward_at_race has their numbers), both; the last one shown is the
// one that goes first.
constexpr const char* kShowProgram =
    "python exec('''\\n"
    "def show_frame():\\n"
    "  inside = lambda f: \"libsteward-\" in (gdb.solib_name(f.pc()) or \"\")\\n"
    "  frame = gdb.newest_frame()\\n"
    "  ours = frame\\n"
    "  while ours and not inside(ours): ours = ours.older()\\n"
    "  frame = ours or frame\\n"
    "  while frame.older() and (frame.level() == 0 or inside(frame)): frame = frame.older()\\n"
    "  frame.select()\\n"
    "  gdb.execute(\"frame\")\\n"
    "def show_program(event):\\n"
    "  name = gdb.newest_frame().name()\\n"
    "  if name == \"steward_at_race\":\\n"
    "    ids = [int(gdb.parse_and_eval(r)) & 0xffffffff for r in (\"$rsi\", \"$rdi\")]\\n"
    "    threads = {t.ptid[1]: t for t in gdb.selected_inferior().threads()}\\n"
    "    for id, goes in zip(ids, (\"second\", \"first\")):\\n"
    "      if id not in threads: continue\\n"
    "      threads[id].switch()\\n"
    "      print(f\"Thread {threads[id].num} stands at the race, and goes {goes}:\")\\n"
    "      show_frame()\\n"
    "  elif name in (\"__tsan_on_report\", \"steward_at_dead_end\"): show_frame()\\n"
    "gdb.events.stop.connect(show_program)''')";

}  // namespace

Result<Debugger, UsageError> under_gdb(const std::string& path,
                                       const std::vector<std::string>& words,
                                       const Environment& environment) {
  auto gdb = find_program("gdb");
  if (!gdb) return std::move(gdb).error();
  Debugger debugger{*std::move(gdb), {"gdb", "--quiet", "-iex", "set breakpoint pending on"}};
  const auto execute = [&](std::string command) {
    debugger.words.insert(debugger.words.end(), {"-ex", std::move(command)});
  };
  // A shell in between would be watched, and would not stop.
  execute("set startup-with-shell off");
  // What gdb adds would move the stack of the program.
  for (const char* added : {"LINES", "COLUMNS"})
    execute(fmt::format("unset environment {}", added));
  for (const auto& [name, value] : environment)
    execute(fmt::format("set environment {} = {}", name, value));
  for (const char* stop : kStops) execute(fmt::format("break {}", stop));
  execute(kShowProgram);
  execute("run");
  debugger.words.insert(debugger.words.end(), {"--args", path});
  debugger.words.insert(debugger.words.end(), words.begin() + 1, words.end());
  return debugger;
}

}  // namespace steward::cli
