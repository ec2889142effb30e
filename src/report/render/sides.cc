#include "report/render/sides.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>
#include <string>
#include <vector>

#include "report/render/function_name.h"
#include "report/render/phrases.h"
#include "report/source_lines.h"
#include "report/words.h"

namespace steward::report {
namespace {

constexpr std::size_t kWidth = 58;  // of one side: two are as wide as most screens
constexpr std::uint32_t kAround = 3;

// Cut, or filled, to a width. Tabs are what they look like.
std::string fitted(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c == '\t') line.append(2, ' ');
    else line += c;
  }
  line = printable(line);
  std::size_t shown = 0, end = 0;
  // Of a character of several bytes all but the first begin with 10.
  while (end < line.size() && shown + ((line[end] & 0xc0) != 0x80 ? 1 : 0) <= kWidth) {
    shown += (line[end] & 0xc0) != 0x80 ? 1 : 0;
    ++end;
  }
  return line.substr(0, end) + std::string(kWidth - std::min(shown, kWidth), ' ');
}

std::string locks_of(const Access& access) {
  if (access.locks.empty()) return "no locks held";
  std::string text = "holds";
  for (const LockHeld& held : access.locks) text += " " + held.lock;
  return text;
}

std::vector<std::string> side(const Access& access, SourceLines& sources) {
  std::vector<std::string> lines{
      fmt::format("{}: {}", access.thread, describe_access(access, false)), locks_of(access)};
  if (access.stack.empty()) return lines;
  const Frame& top = own_frame(access.stack);
  lines.push_back(fmt::format("{} {}", function_name(top), source_place(top)));
  for (const SourceLine& line : sources.around(top, kAround, kAround))
    lines.push_back(
        fmt::format("{} {:>4} {}", line.number == top.line ? ">" : " ", line.number, line.text));
  return lines;
}

}  // namespace

void render_sides(const Race& race, std::ostream& out) {
  SourceLines sources;
  std::vector<std::string> left = side(race.earlier(), sources),
                           right = side(race.later(), sources);
  const std::size_t height = std::max(left.size(), right.size());
  left.resize(height);
  right.resize(height);
  for (std::size_t i = 0; i < height; ++i) {
    std::string line = fitted(left[i]) + " | " + fitted(right[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << "\n";
  }
  out << "\n";
}

void render_evidence(const Race& race, std::ostream& out) {
  const RunCounts& runs = race.runs;
  if (runs.predicted > 0) out << fmt::format("predicted in {}\n", counted(runs.predicted, "run"));
  if (runs.confirm_tried > 0)
    out << fmt::format("held together in {} of {}\n", runs.confirmed,
                       counted(runs.confirm_tried, "directed run"));
  if (runs.adversarial > 0)
    out << fmt::format("with stale values: {}, {} with a choice, {} with a stale read\n",
                       counted(runs.adversarial, "run"), runs.choices, runs.stale);
  for (const Evidence& evidence : race.evidence) {
    out << fmt::format("{} {}: {}, by {}{}, seed {}\n    {}\n", evidence.id,
                       word_for(evidence.outcome), printable(evidence.detail),
                       describe(evidence.cause),
                       evidence.heuristic ? " (" + *evidence.heuristic + ")" : "", evidence.seed,
                       printable(evidence.replay));
  }
}

}  // namespace steward::report
