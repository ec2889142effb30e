// How the threads of a race came to it, as a picture: a lane for each thread, time going down.
#pragma once

#include <string>
#include <string_view>

#include "report/report.h"

namespace steward::report {

// As HTML, which kStyle of html_page.h draws: it fits a phone. `report` has the threads.
std::string lanes_of(const Report& report, const Race& race);

// The text as HTML shows it.
std::string escaped(std::string_view text);

}  // namespace steward::report
