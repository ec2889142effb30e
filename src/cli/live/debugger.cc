#include "cli/live/debugger.h"

#include <fmt/format.h>
#include <unistd.h>

namespace steward::cli {

Result<Debugger, UsageError> under_gdb(const std::string& path,
                                       const std::vector<std::string>& words,
                                       const Environment& environment, std::uint64_t stale_reads) {
  auto gdb = find_program("gdb");
  if (!gdb) return std::move(gdb).error();
  // Where it stops, and what it shows then, is the same for who uses gdb alone.
  const std::string script = shared_file("steward-gdb.py");
  if (access(script.c_str(), R_OK) != 0)
    return UsageError{
        fmt::format("{} is missing: Steward is not completely built or installed", script)};
  Debugger debugger{*std::move(gdb),
                    {"gdb", "--quiet", "-iex", "set breakpoint pending on", "-x", script}};
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
  execute(stale_reads > 1 ? fmt::format("steward break {}", stale_reads) : "steward break");
  execute("run");
  debugger.words.insert(debugger.words.end(), {"--args", path});
  debugger.words.insert(debugger.words.end(), words.begin() + 1, words.end());
  return debugger;
}

}  // namespace steward::cli
