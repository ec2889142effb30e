#include "report/render/lanes.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>

#include "report/render/phrases.h"

namespace steward::report {
namespace {

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

// What a thread does before: with its name, the upper part of its lane.
std::string way_of(const Report& report, const Access& access) {
  std::string html =
      fmt::format("<div class=\"lane\"><b>{}</b>", escaped(title_of(report, access.thread)));
  for (const LockHeld& held : access.locks)
    html += fmt::format("<div class=\"step\">takes {} {}</div>", escaped(held.lock),
                        escaped(short_place(held.acquired_at)));
  return html + "</div>";
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
  const auto place = [](const Access& access) {
    return escaped(fmt::format("{} {}", describe_access(access, false), short_place(access.stack)));
  };
  const bool stale = reads_old_value(race) && !is_write(race.later().kind);
  // On one level: nothing says which of the two comes first.
  return fmt::format(
      "<div class=\"lanes\" role=\"group\" aria-label=\"{}\">\n{}{}\n"
      "<div class=\"lane hit\"><i class=\"race\"></i>{}</div>"
      "<div class=\"lane hit{}\">{}{}</div></div>\n",
      escaped(fmt::format("{} and {} race", race.earlier().thread, race.later().thread)),
      way_of(report, race.earlier()), way_of(report, race.later()), place(race.earlier()),
      stale ? " stale" : "", place(race.later()), stale ? "<br>gets the value from before" : "");
}

}  // namespace steward::report
