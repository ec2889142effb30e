// Programs that are run-time systems, in both ways: with what they say of themselves they have
// exactly the races that their first lines expect, and without it others. What they say is in their
// traces, too.

// scans: corpus/runtimes
#include <gtest/gtest.h>

#include "live/cases.h"
#include "live/recorded.h"

namespace steward::live_test {
namespace {

namespace fs = std::filesystem;

class RunTimeSystem : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    for (const std::string& header : said(GetParam().source, "needs"))
      if (!fs::exists("/usr/include/" + header))
        GTEST_SKIP() << header << " is not installed";  // reason: no part of the setup
  }
};

fs::path compiled(const Folder& folder, const Case& one, const std::string& more) {
  const fs::path program = folder / "program";
  Build build = one.build;
  build.command += more;
  const Ran built = compile(one.source, build, program);
  EXPECT_EQ(built.exit, 0) << built.output;
  return program;
}

void expect_races(const Case& one, const std::string& more, const std::string& word) {
  const Folder folder(one.name() + word);
  const fs::path json = folder / "report.json";
  const std::string program = compiled(folder, one, more).string();
  const Ran ran = run("timeout 60 " STEWARD_TOOL " run --json " + json.string() + " -- " + program,
                      folder / "run.txt");
  const std::set<std::string> all = expected(one.source, word);
  EXPECT_EQ(places(json), all) << ran.output;
  EXPECT_EQ(ran.exit, all.empty() ? 0 : 66) << ran.output;
}

TEST_P(RunTimeSystem, IsRightIfItTellsWhatItDoes) { expect_races(GetParam(), "", "told"); }

TEST_P(RunTimeSystem, IsWrongIfItDoesNot) {
  expect_races(GetParam(), " -DSTEWARD_LARD_OFF", "untold");
  EXPECT_NE(expected(GetParam().source, "told"), expected(GetParam().source, "untold"));
}

TEST_P(RunTimeSystem, TellsTheTraceToo) {
  const Folder folder(GetParam().name() + "trace");
  const std::string trace = (folder / "trace").string();
  const std::string program = compiled(folder, GetParam(), "").string();
  const Ran ran = run("timeout 60 " STEWARD_TOOL " run --record " + trace + " -- " + program,
                      folder / "run.txt");
  const Ran analysed = run(STEWARD_TOOL " analyze " + trace, folder / "analyze.txt");
  EXPECT_EQ(told_races(analysed.output), told_races(ran.output)) << analysed.output << ran.output;
  EXPECT_EQ(told_races(ran.output).empty(), expected(GetParam().source, "told").empty());
}

INSTANTIATE_TEST_SUITE_P(Live, RunTimeSystem, testing::ValuesIn(cases_in({"runtimes"})), named);

}  // namespace
}  // namespace steward::live_test
