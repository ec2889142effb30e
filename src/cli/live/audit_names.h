// The names by which programs synchronize.
#pragma once

#include <string_view>

namespace steward::cli {

// What belongs together, and what it means for a report if the runtime does not know it.
struct SyncFamily {
  std::string_view name;
  std::string_view consequence;
};

// The family of a symbol that orders threads, or null. Which of them the runtime models is not said
// here: its own symbol table says it.
const SyncFamily* synchronization_family(std::string_view symbol);

}  // namespace steward::cli
