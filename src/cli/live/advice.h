// What to tell a user whose program cannot be watched.
#pragma once

#include <string>

namespace steward::cli {

// A sentence if the file at `path` carries a runtime of its own that keeps ours out: then there is
// no point in starting it. Else empty.
std::string advice_before(const std::string& path);
// Whether it is instrumented, but neither it nor a library that it needs can throw what stands for
// a race.
bool is_built_without_guard(const std::string& path);
// How to build one that can.
std::string advice_to_guard(const std::string& path);
// For a program of which no process was watched.
std::string advice_after(const std::string& path);

}  // namespace steward::cli
