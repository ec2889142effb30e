// A slice of `make tables`: two programs on the managed run-time system, of which every
// configuration that leaves something out must err on one, and LARD on none. And what is found in a
// live run is what is found in its trace.
#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "live/programs.h"
#include "live/recorded.h"

namespace steward::live_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kLard = STEWARD_BUILD "/managed/lard ";

// Builds with a sanitizer leave it out.
bool is_built() { return fs::exists(STEWARD_BUILD "/managed/lard"); }

Ran tables_lard(const Folder& folder, const std::string& options) {
  return run("timeout 400 " STEWARD_SOURCE_DIR "/scripts/tables-lard --build " STEWARD_BUILD
             " --seeds 1 --folder " +
                 (folder / "work").string() + " --json " + (folder / "tables.json").string() + " " +
                 options,
             folder / "said.txt");
}

TEST(TablesLard, LardIsRightAndAllThatLeavesSomethingOutErrs) {
  if (!is_built()) GTEST_SKIP();  // reason: sanitizers do not follow its stacks
  const Folder folder("tables-lard");
  const Ran ran = tables_lard(folder, "--repeats 0 --tsan none caching rendering");
  ASSERT_EQ(ran.exit, 0) << ran.output;
  const auto numbers = nlohmann::json::parse(std::ifstream(folder / "tables.json"));
  EXPECT_THAT(numbers["problems"], testing::IsEmpty());
  ASSERT_EQ(numbers["rows"].size(), 4U);
  for (const auto& row : numbers["rows"]) {
    EXPECT_GT(row["truth-racy-accesses"], 0) << row;
    EXPECT_EQ(row["LARD-racy-accesses"], row["truth-racy-accesses"]) << row;
  }
}

// A program without races gives no configuration the chance to miss one.
TEST(TablesLard, AConfigurationThatNeverErrsFails) {
  if (!is_built()) GTEST_SKIP();  // reason: sanitizers do not follow its stacks
  const Folder folder("tables-lard-never");
  const Ran ran = tables_lard(folder, "--repeats 0 --tsan none multiplying");
  EXPECT_EQ(ran.exit, 1) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("AllSync: no missed races on any workload"));
}

class ManagedProgram : public testing::TestWithParam<std::string> {};

// Where the program races, as the run-time system wrote it down.
std::set<std::string> racy_lines(const std::string& truth, const Folder& folder) {
  const Ran ran = run(STEWARD_BUILD "/managed/lard-compare " + truth, folder / "lines.txt");
  EXPECT_EQ(ran.exit, 0) << ran.output;
  std::istringstream lines(ran.output);
  return {std::istream_iterator<std::string>(lines), {}};
}
// Where it does in a report: the second access, as a line of the program.
std::set<std::string> told_lines(const fs::path& report) {
  std::set<std::string> lines;
  const auto told = nlohmann::json::parse(std::ifstream(report));
  for (const auto& race : told["races"])
    for (const auto& frame : race["accesses"][1]["stack"]) {
      if (frame["file"].is_null()) continue;
      const std::string file = frame["file"];
      if (file.find("/workloads/") == std::string::npos) continue;
      lines.insert(file + ":" + std::to_string(frame["line"].get<int>()));
      break;
    }
  return lines;
}

void expect_same_live_as_offline(const std::string& words) {
  SCOPED_TRACE(words);
  const Folder folder("managed-program");
  const std::string trace = (folder / "trace").string(), truth = (folder / "truth").string();
  const Ran live = run("timeout 120 " STEWARD_TOOL " run --json " + (folder / "json").string() +
                           " --record " + trace + " -- " + kLard + words + " --truth " + truth,
                       folder / "run.txt");
  const Ran offline = run(STEWARD_TOOL " analyze " + trace, folder / "analyze.txt");
  const auto said = told_races(live.output);
  EXPECT_EQ(said, told_races(offline.output)) << live.output;
  EXPECT_EQ(live.exit, said.empty() ? 0 : 66) << live.output;
  EXPECT_EQ(offline.exit, live.exit) << offline.output;

  const Ran compared =
      run(STEWARD_BUILD "/managed/lard-compare " + trace + " " + truth, folder / "compare.txt");
  ASSERT_EQ(compared.exit, 0) << compared.output;
  const auto lard = nlohmann::json::parse(compared.output)["configurations"]["LARD"];
  EXPECT_EQ(lard["false"]["accesses"], 0) << compared.output;
  EXPECT_EQ(lard["missed"]["accesses"], 0) << compared.output;
  EXPECT_EQ(said.empty(), lard["racy"]["accesses"] == 0) << compared.output;
  // Alike races are told once.
  EXPECT_THAT(racy_lines(truth, folder), testing::IsSupersetOf(told_lines(folder / "json")));
}

TEST_P(ManagedProgram, RacesLiveAsItsTraceDoesAndAsItDoesInTruth) {
  if (!is_built()) GTEST_SKIP();  // reason: sanitizers do not follow its stacks
  const std::string words = GetParam() + " --collect-every 50 --carriers 3 ";
  const char* const seeds = std::getenv("STEWARD_RUNS");
  if (seeds == nullptr) {
    expect_same_live_as_offline(words + "--collector semispace --threads 4");
    expect_same_live_as_offline(words + "--collector mark-sweep --threads 8");
    return;
  }
  for (const char* collector : {"semispace", "mark-sweep"})
    for (const char* threads : {"1", "2", "4", "8"})
      for (int seed = 1; seed <= std::atoi(seeds); ++seed)
        expect_same_live_as_offline(words + "--collector " + collector + " --threads " + threads +
                                    " --seed " + std::to_string(seed));
}

INSTANTIATE_TEST_SUITE_P(Live, ManagedProgram,
                         testing::Values("caching", "checking", "counting", "indexing",
                                         "multiplying", "relaxing", "rendering", "searching",
                                         "sensing", "transforming"),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace steward::live_test
