// One HTML file that needs nothing else: for who looks at the result of a hunt in a browser, on
// another machine, perhaps on a phone.
#pragma once

#include <iosfwd>

#include "report/report.h"

namespace steward::report {

// Sources are read from where the debug information says they are, and become part of it.
void render_html(const Report& report, std::ostream& out);

}  // namespace steward::report
