#include "report/render/html.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>
#include <string>

#include "report/rate.h"
#include "report/render/function_name.h"
#include "report/render/html_page.h"
#include "report/render/lanes.h"
#include "report/render/phrases.h"
#include "report/source_lines.h"
#include "report/words.h"

namespace steward::report {
namespace {

constexpr std::uint32_t kLinesAround = 6;  // lines of source

// What it does, in a few words.
std::string effect_of(const Race& race) {
  if (race.verdict == Verdict::harmful && !race.evidence.empty())
    return fmt::format("{}: {}", word_for(race.evidence.front().outcome),
                       race.evidence.front().detail);
  if (race.verdict == Verdict::real) return "seen to happen, no harm so far";
  return race.runs.confirm_tried > 0 ? "not reproduced" : "predicted";
}

class Page {
 public:
  Page(const Report& report, std::ostream& out) : report_(report), out_(out) {}

  void write() {
    const std::string title = fmt::format("Steward: {}", counted(report_.races.size(), "race"));
    out_ << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
         << escaped(title) << "</title>\n<style>" << kStyle << "</style>\n</head>\n<body>\n";
    head();
    ranking();
    for (const Race& race : report_.races) section(race);
    for (const FoundItem& item : report_.findings) section(item);
    loss();
    out_ << "<script>" << kScript << "</script>\n</body>\n</html>\n";
  }

 private:
  void head() {
    std::string program;
    for (const std::string& word : report_.program) program += (program.empty() ? "" : " ") + word;
    out_ << "<header><h1>Steward</h1>";
    if (!program.empty()) out_ << "<p><code>" << escaped(printable(program)) << "</code></p>";
    out_ << fmt::format(
        "<p><span class=\"verdict harmful\">{} harmful</span>, <span class=\"verdict real\">{} "
        "real</span>, <span class=\"verdict potential\">{} potential</span>",
        count_of(report_, Verdict::harmful), count_of(report_, Verdict::real),
        count_of(report_, Verdict::potential));
    if (!report_.findings.empty())
      out_ << ", " << counted(report_.findings.size(), "other finding");
    if (report_.outcome.runs > 0)
      out_ << fmt::format(" <span class=\"faint\">in {}, {:.1f} s</span>",
                          counted(report_.outcome.runs, "run"), report_.outcome.seconds);
    out_ << "</p></header>\n";
  }

  void ranking() {
    if (report_.races.empty() && report_.findings.empty()) {
      out_ << "<p>Nothing was found.</p>\n";
      return;
    }
    out_ << "<div class=\"scroll\"><table><thead><tr><th>Verdict<th>Race<th>Location<th "
            "class=\"wide\">Where<th>What it does</thead><tbody>\n";
    for (const Race& race : report_.races)
      out_ << fmt::format(
          "<tr><td class=\"verdict {0}\">{0}<td class=\"id\"><a "
          "href=\"#{1}\">{1}</a><td><code>{2}</code><td "
          "class=\"wide\">{3}<br>{4}<td>{5}\n",
          word_for(race.verdict), escaped(race.id), escaped(name_of(race.location)),
          escaped(short_place(race.earlier().stack)), escaped(short_place(race.later().stack)),
          escaped(printable(effect_of(race))));
    for (const FoundItem& item : report_.findings)
      out_ << fmt::format(
          "<tr><td>finding<td class=\"id\"><a href=\"#{0}\">{0}</a><td><td "
          "class=\"wide\"><td>{1}\n",
          escaped(item.id), escaped(headline(item)));
    out_ << "</tbody></table></div>\n";
  }

  void side(const Access& access) {
    out_ << fmt::format("<div class=\"side\"><b>{}</b> {}", escaped(access.thread),
                        escaped(describe_access(access, false)));
    out_ << "<br><span class=\"faint\">";
    if (access.locks.empty()) out_ << "no locks held";
    for (const LockHeld& held : access.locks) out_ << "holds " << escaped(held.lock) << " ";
    out_ << "</span>";
    if (!access.stack.empty()) {
      const Frame& top = own_frame(access.stack);
      out_ << "<br><code>" << escaped(function_name(top)) << " " << escaped(source_place(top))
           << "</code>";
      source(top);
    }
    stack(access.stack);
    out_ << "</div>\n";
  }

  void source(const Frame& frame) {
    const auto lines = sources_.around(frame, kLinesAround, kLinesAround);
    if (lines.empty()) return;
    out_ << "<pre>";
    for (const SourceLine& line : lines)
      out_ << fmt::format("<span class=\"line{}\"><span class=\"number\">{}</span>{}</span>",
                          line.number == frame.line ? " here" : "", line.number,
                          escaped(line.text));
    out_ << "</pre>";
  }

  void stack(const Stack& stack) {
    if (stack.empty()) return;
    out_ << "<details><summary>stack</summary><pre>";
    for (std::size_t i = 0; i < stack.size(); ++i)
      out_ << fmt::format("#{} {}\n", i, escaped(describe(stack[i])));
    out_ << "</pre></details>";
  }

  void command(const std::string& text) {
    out_ << fmt::format(
        "<div class=\"command\"><code>{0}</code><button data-copy=\"{0}\">copy</button></div>",
        escaped(printable(text)));
  }

  // How often, with the interval in which the true share is.
  void rate(const char* what, Rate rate) {
    if (rate.runs == 0) return;
    const double share = 100.0 * static_cast<double>(rate.hits) / static_cast<double>(rate.runs);
    out_ << fmt::format(
        "<tr><td>{}<td>{}<td class=\"wide\"><div class=\"bar\"><i "
        "style=\"left:{:.1f}%;width:{:.1f}%\">"
        "</i><b style=\"left:{:.1f}%\"></b></div>\n",
        what, rate.text(), 100 * rate.low(), 100 * (rate.high() - rate.low()),
        std::min(share, 99.5));
  }

  void section(const Race& race) {
    out_ << fmt::format(
        "<section id=\"{0}\"><h2><span class=\"verdict {1}\">{1}</span> {0} "
        "<code>{2}</code></h2>\n",
        escaped(race.id), word_for(race.verdict), escaped(name_of(race.location)));
    out_ << fmt::format(
        "<p>{}. {}{}</p>\n", escaped(headline(race)), escaped(describe_verdict(race)),
        race.location.size > 0 ? fmt::format(", {} of {}", counted(race.location.size, "byte"),
                                             escaped(name_of(race.location)))
                               : "");
    out_ << "<div class=\"sides\">";
    side(race.earlier());
    side(race.later());
    out_ << "</div>\n" << lanes_of(report_, race);
    if (race.hint) out_ << "<p><b>Hint:</b> " << escaped(printable(*race.hint)) << "</p>\n";
    out_ << "<table><tbody>";
    rate("held together", {race.runs.confirmed, race.runs.confirm_tried});
    rate("failed with stale values", {race.runs.failed, race.runs.adversarial});
    out_ << "</tbody></table>\n";
    if (race.replay) command(*race.replay);
    for (const Evidence& evidence : race.evidence) {
      out_ << fmt::format("<h3>{}: {}</h3><p>{} <span class=\"faint\">by {}{}, seed {}</span></p>",
                          escaped(evidence.id), word_for(evidence.outcome),
                          escaped(printable(evidence.detail)), describe(evidence.cause),
                          evidence.heuristic ? " (" + escaped(*evidence.heuristic) + ")" : "",
                          evidence.seed);
      command(evidence.replay);
    }
    out_ << "</section>\n";
  }

  void section(const FoundItem& item) {
    out_ << fmt::format("<section id=\"{0}\"><h2>{0} {1}</h2><p>{2}</p>\n", escaped(item.id),
                        escaped(headline(item)), escaped(printable(item.message)));
    for (std::size_t i = 0; i < item.stacks.size(); ++i) {
      if (i < item.captions.size()) out_ << "<p>" << escaped(printable(item.captions[i])) << "</p>";
      if (!item.stacks[i].empty()) source(own_frame(item.stacks[i]));
      stack(item.stacks[i]);
    }
    if (item.replay) command(*item.replay);
    out_ << "</section>\n";
  }

  void loss() {
    if (report_.loss.empty()) return;
    out_ << "<section><h2>What had to be given up</h2><ul>";
    for (const Loss& one : report_.loss)
      out_ << fmt::format("<li>{}: {}", escaped(printable(one.what)), one.count);
    out_ << "</ul></section>\n";
  }

  const Report& report_;
  std::ostream& out_;
  SourceLines sources_;
};

}  // namespace

void render_html(const Report& report, std::ostream& out) { Page(report, out).write(); }

}  // namespace steward::report
