// Functions by which objects change hands, named in a file: `predict --channels`.
#include <fstream>
#include <gtest/gtest.h>

#include "live/cases.h"

namespace steward::live_test {
namespace {

class Channels : public testing::TestWithParam<Build> {};

TEST_P(Channels, OrderWhatGoesThroughThem) {
  const std::filesystem::path source = STEWARD_SOURCE_DIR "/corpus/predict/pool_by_functions.cc";
  const Folder folder("channels_" + GetParam().compiler + GetParam().level);
  const auto program = folder / "program";
  const Ran built = compile(source, GetParam(), program);
  ASSERT_EQ(built.exit, 0) << built.output;
  const auto rules = folder / "rules";
  std::ofstream file(rules);
  for (const std::string& line : said(source, "channels")) file << line << '\n';
  file.close();

  const auto json = folder / "report.json";
  const auto trace = folder / "trace";
  const auto say = [&](const std::string& command) {
    return run("timeout 60 " STEWARD_TOOL " " + command, folder / "run.txt");
  };
  for (const std::string phases : {"2", "1"}) {
    const std::string predict = "predict --phases " + phases + " --json " + json.string();
    const Ran with = say(predict + " --record " + trace.string() + " --channels " + rules.string() +
                         " -- " + program.string());
    EXPECT_EQ(with.exit, 0) << with.output;
    EXPECT_EQ(with.output, "") << "each line has been of use";
    EXPECT_TRUE(places(json).empty()) << with.output;
    const Ran offline = say("analyze --detector hybrid --phases " + phases + " " + trace.string());
    EXPECT_EQ(offline.exit, 0) << offline.output;
    const Ran without = say(predict + " -- " + program.string());
    EXPECT_EQ(places(json), std::set<std::string>{"heap"}) << without.output;
  }
}

INSTANTIATE_TEST_SUITE_P(Live, Channels, testing::ValuesIn(builds()),
                         [](const testing::TestParamInfo<Build>& info) {
                           return info.param.compiler + "_" + info.param.level;
                         });

}  // namespace
}  // namespace steward::live_test
