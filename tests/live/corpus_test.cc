// Every program of the corpus, by the compilers in turn, with and without optimisation, says what
// its first lines expect; by both if every build is wanted.

// scans: corpus/live
// scans: corpus/litmus
// scans: corpus/libraries
#include <cstdlib>
#include <gtest/gtest.h>

#include "live/cases.h"

namespace steward::live_test {
namespace {

namespace fs = std::filesystem;

// Libraries take long to compile, and need not be there: their turn is when STEWARD_LIBRARIES is
// set.
std::vector<std::string> folders() {
  if (std::getenv("STEWARD_LIBRARIES") != nullptr) return {"libraries"};
  return {"live", "litmus"};
}

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
  const std::set<std::string> all = expected(one.source, "expect");

  for (int times = amount("STEWARD_REPEATS", 1); times > 0; --times) {
    const fs::path json = folder / "report.json";
    const Ran ran =
        run("timeout 60 " STEWARD_TOOL " run --json " + json.string() + " -- " + program.string(),
            folder / "run.txt");
    EXPECT_EQ(places(json), all) << ran.output;
    EXPECT_EQ(ran.exit, all.empty() ? 0 : 66) << ran.output;
  }
}

INSTANTIATE_TEST_SUITE_P(Live, Corpus, testing::ValuesIn(by_turns(cases_in(folders()))), named);

}  // namespace
}  // namespace steward::live_test
