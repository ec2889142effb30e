// Programs whose races another schedule would show: `predict` says what their first lines expect,
// `run` only what this schedule has.
// scans: corpus/predict
#include <gtest/gtest.h>

#include "live/cases.h"

namespace steward::live_test {
namespace {

class Predict : public testing::TestWithParam<Case> {};

TEST_P(Predict, SaysWhatIsExpected) {
  const Case& one = GetParam();
  const Folder folder(one.name());
  const auto program = folder / "program";
  const Ran built = compile(one.source, one.build, program);
  ASSERT_EQ(built.exit, 0) << built.output;
  const auto says = [&](const std::string& command, const std::set<std::string>& all) {
    const auto json = folder / "report.json";
    const Ran ran = run("timeout 60 " STEWARD_TOOL " " + command + " --json " + json.string() +
                            " -- " + program.string(),
                        folder / "run.txt");
    EXPECT_EQ(places(json), all) << command << ": " << ran.output;
    EXPECT_EQ(ran.exit, all.empty() ? 0 : 66) << command << ": " << ran.output;
    return places(json, "kept_apart");
  };
  EXPECT_TRUE(says("run", expected(one.source, "run")).empty());
  const auto kept_apart = says("predict --phases 1", expected(one.source, "expect"));
  if (!said(one.source, "apart").empty()) {
    EXPECT_EQ(kept_apart, expected(one.source, "apart"));
  }
  says("predict", expected(one.source, "expect"));
}

INSTANTIATE_TEST_SUITE_P(Live, Predict, testing::ValuesIn(cases_in({"predict"})), named);

// The program looks itself how much memory it takes.
TEST(LivePredict, MemoryDoesNotGrowWithLocksThatAreGone) {
  const Folder folder("locks_many_lives");
  const Ran built = compile(STEWARD_SOURCE_DIR "/corpus/live/locks_many_lives.cc", builds().front(),
                            folder / "program");
  ASSERT_EQ(built.exit, 0) << built.output;
  for (const std::string phases : {"1", "2"}) {
    const Ran ran = run("timeout 120 " STEWARD_TOOL " predict --phases " + phases + " -- " +
                            (folder / "program").string(),
                        folder / "run.txt");
    EXPECT_EQ(ran.exit, 0) << phases << " phases: " << ran.output;
  }
}

}  // namespace
}  // namespace steward::live_test
