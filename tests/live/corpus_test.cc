// Every program of the corpus, by both compilers, with and without optimisation, says what its
// first lines expect.
// scans: corpus/live
// scans: corpus/litmus
// scans: corpus/libraries
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <ostream>

#include "live/programs.h"

namespace steward::live_test {
namespace {

namespace fs = std::filesystem;

struct Case {
  fs::path source;
  Build build;

  std::string name() const {
    const std::string folder = source.parent_path().filename().string();
    return (folder == "live" ? "" : folder + "_") + source.stem().string() + "_" + build.compiler +
           "_" + build.level;
  }
  friend void PrintTo(const Case& one, std::ostream* to) { *to << one.name(); }
};

// Libraries take long to compile, and need not be there: their turn is when STEWARD_LIBRARIES is
// set.
std::vector<std::string> folders() {
  const std::string corpus = STEWARD_SOURCE_DIR "/corpus/";
  if (std::getenv("STEWARD_LIBRARIES") != nullptr) return {corpus + "libraries"};
  return {corpus + "live", corpus + "litmus"};
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const std::string& folder : folders())
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".h") continue;
      for (const Build& build : builds()) all.push_back({entry.path(), build});
    }
  std::sort(all.begin(), all.end(),
            [](const Case& a, const Case& b) { return a.name() < b.name(); });
  return all;
}

std::string named(const testing::TestParamInfo<Case>& info) { return info.param.name(); }

class Corpus : public testing::TestWithParam<Case> {};

TEST_P(Corpus, SaysWhatIsExpected) {
  const Case& one = GetParam();
  for (const std::string& header : said(one.source, "needs"))
    if (!fs::exists("/usr/include/" + header))
      GTEST_SKIP() << header << " is not installed";  // reason: no part of the setup
  const Folder folder(one.name());
  const fs::path program = folder / "program";
  const Ran built = compile(one.source, one.build, program);
  ASSERT_EQ(built.exit, 0) << built.output;

  const auto expectations = said(one.source, "expect");
  ASSERT_FALSE(expectations.empty()) << "no line // expect: ...";
  std::set<std::string> expected;
  for (const std::string& expectation : expectations)
    if (expectation.starts_with("race ")) expected.insert(expectation.substr(5));
    else if (expectation.starts_with("finding ")) expected.insert(expectation.substr(8));
    else ASSERT_EQ(expectation, "none");

  for (int times = amount("STEWARD_REPEATS", 1); times > 0; --times) {
    const fs::path json = folder / "report.json";
    const Ran ran =
        run("timeout 60 " STEWARD_TOOL " run --json " + json.string() + " -- " + program.string(),
            folder / "run.txt");
    EXPECT_EQ(places(json), expected) << ran.output;
    EXPECT_EQ(ran.exit, expected.empty() ? 0 : 66) << ran.output;
  }
}

INSTANTIATE_TEST_SUITE_P(Live, Corpus, testing::ValuesIn(cases()), named);

}  // namespace
}  // namespace steward::live_test
