// steward report: what is known so far, in the form that somebody else reads.

#include <fmt/format.h>
#include <sstream>

#include "cli/message.h"
#include "cli/stored/stored_report.h"
#include "report/render/html.h"
#include "report/render/json.h"
#include "report/render/sarif.h"
#include "report/render/text.h"

namespace steward::cli {
namespace {

int report(const Arguments& arguments) {
  const auto all = stored_results(arguments);
  if (!all) return mistake(all.error());
  const report::Report report = joined(*all);
  const std::string& format = arguments.text("--format");
  std::ostringstream out;
  if (format == "json") render_json(report, out);
  else if (format == "sarif") render_sarif(report, arguments.text("--root"), out);
  else if (format == "html") render_html(report, out);
  else render_text(report, {}, out);
  return write_result(arguments.text("-o"), out.str()) ? kExitOk : kExitMistake;
}

const RegisteredCommand registered_report({
    .name = "report",
    .summary = "writes what the store has as text, JSON, SARIF or HTML",
    .description =
        "Writes all races and findings that the store .steward has, the worst first: as text, as\n"
        "JSON (docs/schema/report.schema.json), as SARIF 2.1.0 for code hosts and editors, or as\n"
        "one HTML file that needs nothing else. See docs/reports.md.\n\n"
        "Exit code: 0; 2 if there is no store, or the file cannot be written.",
    .options = stored_options_with_older(
        {{.name = "--format",
          .value_name = "F",
          .help = "how",
          .choices = {"text", "json", "sarif", "html"},
          .fallback = "text"},
         {.name = "-o",
          .value_name = "F",
          .help = "the file to write to, instead of standard output"},
         {.name = "--root",
          .value_name = "DIR",
          .help = "for SARIF: the folder of the sources, relative to which "
                  "files are named",
          .fallback = "."}}),
    .run = report,
});

}  // namespace
}  // namespace steward::cli
