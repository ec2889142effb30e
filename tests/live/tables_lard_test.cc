// A slice of `make tables`: two programs on the managed run-time system, of which every
// configuration that leaves something out must err on one, and LARD on none. And what is found in a
// live run is what is found in its trace.
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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

TEST_P(ManagedProgram, RacesLiveAsItsTraceDoes) {
  if (!is_built()) GTEST_SKIP();  // reason: sanitizers do not follow its stacks
  for (const char* collector : {"semispace", "mark-sweep"}) {
    const Folder folder("managed-" + GetParam() + "-" + collector);
    const std::string trace = (folder / "trace").string();
    const Ran live = run("timeout 120 " STEWARD_TOOL " run --record " + trace + " -- " + kLard +
                             GetParam() + " --collect-every 50 --collector " + collector,
                         folder / "run.txt");
    const Ran offline = run(STEWARD_TOOL " analyze " + trace, folder / "analyze.txt");
    const auto said = told_races(live.output);
    EXPECT_EQ(said, told_races(offline.output)) << live.output;
    EXPECT_EQ(live.exit, said.empty() ? 0 : 66) << live.output;
    EXPECT_EQ(offline.exit, live.exit) << offline.output;
  }
}

INSTANTIATE_TEST_SUITE_P(Live, ManagedProgram,
                         testing::Values("caching", "checking", "relaxing", "transforming"),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace steward::live_test
