#include "report/render/lanes.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "report/render/phrases.h"
#include "report/words.h"

namespace steward::report {
namespace {

constexpr int kWidth = 960, kTop = 52, kStep = 46, kLane = kWidth / 2, kIndent = 30;

// What one thread does, on its way down.
struct Step {
  int lane;
  std::string text;
  bool is_access = false;
  bool is_stale = false;
};

std::string title_of(const Report& report, const std::string& id) {
  for (const Thread& thread : report.threads)
    if (thread.id == id && thread.name) return fmt::format("{} '{}'", id, *thread.name);
  return id;
}

// The evidence by a stale value, if there is any: then the later access reads the old one.
bool reads_old_value(const Race& race) {
  return std::any_of(race.evidence.begin(), race.evidence.end(),
                     [](const Evidence& evidence) { return evidence.cause == Cause::stale_value; });
}

std::vector<Step> steps_of(const Race& race) {
  std::vector<Step> steps;
  for (const int lane : {0, 1}) {
    const Access& access = race.accesses[static_cast<std::size_t>(lane)];
    for (const LockHeld& held : access.locks)
      steps.push_back({lane, fmt::format("takes {} {}", held.lock, short_place(held.acquired_at))});
    const bool stale = lane == 1 && reads_old_value(race) && !is_write(access.kind);
    steps.push_back(
        {lane, fmt::format("{} {}", describe_access(access, false), short_place(access.stack)),
         true, stale});
  }
  return steps;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) switch (c) {
      case '&': html += "&amp;"; break;
      case '<': html += "&lt;"; break;
      case '>': html += "&gt;"; break;
      case '"': html += "&quot;"; break;
      // Nothing of the program's moves the reader's cursor.
      default:
        if (static_cast<unsigned char>(c) < ' ' && c != '\t') html += "\xef\xbf\xbd";
        else html += c;
    }
  return html;
}

std::string lanes_of(const Report& report, const Race& race) {
  const std::vector<Step> steps = steps_of(race);
  const int height = kTop + static_cast<int>(steps.size()) * kStep + 10;
  std::string svg = fmt::format(
      "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">", kWidth, height,
      escaped(fmt::format("{} and {} race", race.earlier().thread, race.later().thread)));
  for (const int lane : {0, 1}) {
    const int x = kIndent + lane * kLane;
    svg += fmt::format(
        "<text x=\"{}\" y=\"18\" font-weight=\"600\">{}</text>"
        "<line class=\"lane\" x1=\"{}\" y1=\"28\" x2=\"{}\" y2=\"{}\"/>",
        x - 20, escaped(title_of(report, race.accesses[static_cast<std::size_t>(lane)].thread)), x,
        x, height - 8);
  }
  int y = kTop, met[2] = {kTop, kTop};
  for (const Step& step : steps) {
    const int x = kIndent + step.lane * kLane;
    if (step.is_access) met[step.lane] = y;
    svg += fmt::format(
        "<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/><text x=\"{}\" y=\"{}\">{}</text>",
        step.is_access ? "hit" : "step", x, y, step.is_access ? 7 : 4, x + 18,
        // Above the line between the two.
        step.is_access ? y - 8 : y + 5, escaped(step.text));
    if (step.is_stale)
      svg += fmt::format(
          "<circle class=\"stale\" cx=\"{}\" cy=\"{}\" r=\"12\"/><text x=\"{}\" "
          "y=\"{}\">gets the value from before</text>",
          x, y, x + 18, y + 16);
    y += kStep;
  }
  svg += fmt::format("<line class=\"race\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/></svg>",
                     kIndent, met[0], kIndent + kLane, met[1]);
  return svg;
}

}  // namespace steward::report
