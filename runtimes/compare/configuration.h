// What a detector below a run-time system may know of it: everything that <steward/lard.h> says,
// or all but one kind of it, or nothing (papers/lard §5.2).
#pragma once

#include <array>
#include <string_view>

namespace steward::compare {

struct Configuration {
  std::string_view name;
  bool all_memory = false;           // untracked accesses count, atomic ones as any others
  bool all_synchronization = false;  // untracked synchronization counts
  bool no_clear = false;
  bool no_copy = false;
  bool no_thread = false;  // whoever carries a thread is the thread
  // Stacks are the run-time system's business, and those of the paper's detectors never look there.
  bool stacks = false;
};

inline constexpr std::array kConfigurations{
    Configuration{.name = "LARD", .stacks = true},
    Configuration{.name = "AllMem", .all_memory = true},
    Configuration{.name = "AllSync", .all_synchronization = true},
    Configuration{.name = "NoClear", .no_clear = true},
    Configuration{.name = "NoCopy", .no_copy = true},
    Configuration{.name = "NoThread", .no_thread = true},
    Configuration{.name = "Naive",
                  .all_memory = true,
                  .all_synchronization = true,
                  .no_clear = true,
                  .no_copy = true,
                  .no_thread = true},
};

}  // namespace steward::compare
