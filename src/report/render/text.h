// The text report, for people: ThreadSanitizer's shape, so that eyes and scripts trained on it find
// their way, then our verdict, and one screen of summary at the end.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "report/report.h"

namespace steward::report {

// What the summary says beyond the report itself.
struct TextContext {
  std::string analysis = {};  // "fasttrack"
  std::uint64_t events = 0;
  std::uint64_t suppressed = 0;
  std::vector<std::string> unused_suppressions = {};  // file:line: as written
  bool colour = false;
};

void render_text(const Report& report, const TextContext& context, std::ostream& out);

// The pieces, for a report that grows while the program runs. `report` has the threads and locks.
void render_race(const Report& report, const Race& race, bool colour, std::ostream& out);
void render_finding(const Report& report, const FoundItem& item, bool colour, std::ostream& out);
void render_stack(const Stack& stack, std::ostream& out);
// What is left to say when the program has ended; nothing if all is well.
void render_end(const Report& report, const TextContext& context, std::ostream& out);
// The same without the number of warnings: what was left out, and what was given up.
void render_remarks(const Report& report, const TextContext& context, std::ostream& out);

}  // namespace steward::report
