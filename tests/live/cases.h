// Every program of some folders of the corpus, by both compilers: the parameters of a test.
#pragma once

#include <filesystem>
#include <gtest/gtest.h>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "live/programs.h"

namespace steward::live_test {

struct Case {
  std::filesystem::path source;
  Build build;

  std::string name() const;
  friend void PrintTo(const Case& one, std::ostream* to) { *to << one.name(); }
};

// Of the folders `corpus/...` named, in two builds each; in all if STEWARD_EVERY_BUILD is set.
std::vector<Case> cases_in(const std::vector<std::string>& folders);
// Of two builds of each program one, by turns either compiler's; all if every build is wanted.
std::vector<Case> by_turns(const std::vector<Case>& all);
std::string named(const testing::TestParamInfo<Case>& info);

// What the lines "// WORD: race NAME", "finding KIND" or "none" at the head of a program expect, as
// places() says it. It is a failure if there are none.
std::set<std::string> expected(const std::filesystem::path& source, const std::string& word);

}  // namespace steward::live_test
