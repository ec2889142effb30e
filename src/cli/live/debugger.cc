#include "cli/live/debugger.h"

#include <fmt/format.h>

namespace steward::cli {
namespace {

// Where it stops is in the runtime: what the user wants to see is the function that accesses.
constexpr const char* kShowProgram =
    "python exec('''\\n"
    "def show_program(event):\\n"
    "  frame = gdb.newest_frame()\\n"
    "  if frame.name() != \"__tsan_on_report\": return\\n"
    "  inside = lambda f: \"libsteward-\" in (gdb.solib_name(f.pc()) or \"\")\\n"
    "  while frame.older() and (frame.level() == 0 or inside(frame)): frame = frame.older()\\n"
    "  frame.select()\\n"
    "  gdb.execute(\"frame\")\\n"
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
  for (const auto& [name, value] : environment)
    execute(fmt::format("set environment {} {}", name, value));
  execute("break __tsan_on_report");
  execute(kShowProgram);
  execute("run");
  debugger.words.insert(debugger.words.end(), {"--args", path});
  debugger.words.insert(debugger.words.end(), words.begin() + 1, words.end());
  return debugger;
}

}  // namespace steward::cli
