// The JSON report, for other programs: docs/schema/report.schema.json describes it.
#pragma once

#include <iosfwd>

#include "report/report.h"

namespace steward::report {

// Race by race, so that memory does not hold the whole document. Whether writing succeeded is for
// the caller to ask the stream.
void render_json(const Report& report, std::ostream& out);

}  // namespace steward::report
