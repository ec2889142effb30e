// SARIF 2.1.0, which code hosts and editors read: harmful races are errors, real ones warnings,
// potential ones notes.
#pragma once

#include <iosfwd>
#include <string>

#include "report/report.h"

namespace steward::report {

// Files below `root`, a folder, are named relative to it.
void render_sarif(const Report& report, const std::string& root, std::ostream& out);

}  // namespace steward::report
