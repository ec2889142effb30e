// A report of ours, read back: what one command has found is where the next one begins.
#pragma once

#include <string>

#include "base/result.h"
#include "report/report.h"
#include "trace/error.h"

namespace steward::report {

// From a JSON file as render_json writes it, whole. Fields that are missing or of another type
// count as unknown; a file that is no report at all is an error.
Result<Report, Error> read_report(const std::string& file);
// The same from the text of one; errors call it `file`.
Result<Report, Error> report_from(const std::string& text, const std::string& file);

}  // namespace steward::report
