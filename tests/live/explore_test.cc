// The same seed, the same execution, for every program; and many threads that wait in every way.
#include <cstdlib>
#include <gtest/gtest.h>

#include "live/cases.h"

namespace steward::live_test {
namespace {

namespace fs = std::filesystem;

// Each seed three times, started anew twice, STEWARD_JOBS (1) executions at a time. A program that
// cannot repeat says why:
//   // repeats: no, because ...
class Repeats : public testing::TestWithParam<Case> {};

TEST_P(Repeats, TheSameSeedIsTheSameExecution) {
  const Case& one = GetParam();
  if (!said(one.source, "repeats").empty()) return;
  const Folder folder(one.name());
  const Ran built = compile(one.source, one.build, folder / "program");
  ASSERT_EQ(built.exit, 0) << built.output;
  const Ran ran =
      run("timeout 900 " STEWARD_TOOL " confirm --check-determinism --runs " +
              std::to_string(amount("STEWARD_RUNS", 3)) + " --jobs " +
              std::to_string(amount("STEWARD_JOBS", 1)) + " -- " + (folder / "program").string(),
          folder / "run.txt");
  EXPECT_EQ(ran.exit, 0) << ran.output;
}

// All of them take long: without STEWARD_CORPUS_STEP only the first of these folders.
std::vector<Case> repeated_cases() {
  const bool all = std::getenv("STEWARD_CORPUS_STEP") != nullptr;
  return all ? cases_in({"classify", "directed", "explore", "litmus", "live", "patterns", "predict",
                         "tables", "weak"})
             : cases_in({"explore"});
}
INSTANTIATE_TEST_SUITE_P(Live, Repeats, testing::ValuesIn(repeated_cases()), named);

// 2 to 64 threads in every way to wait that there is: no schedule of them stops or fails.
class ManyThreads : public testing::TestWithParam<int> {};

TEST_P(ManyThreads, NoneIsStoppedByAnyStrategy) {
  const Folder folder("many_threads" + std::to_string(GetParam()));
  const fs::path source = fs::path(STEWARD_SOURCE_DIR) / "corpus/explore/many_threads_good.cc";
  const Ran built = compile(source, builds().front(), folder / "program");
  ASSERT_EQ(built.exit, 0) << built.output;
  for (const std::string strategy : {"random", "pct", "pos"}) {
    const Ran ran =
        run("STEWARD_STORE=" + (folder / "store").string() +
                " timeout 3600 " STEWARD_TOOL " confirm --spurious --strategy " + strategy +
                " --runs " + std::to_string(amount("STEWARD_RUNS", 3)) + " -- " +
                (folder / "program").string() + " " + std::to_string(GetParam()),
            folder / "run.txt");
    EXPECT_EQ(ran.exit, 0) << strategy << "\n" << ran.output;
    EXPECT_NE(ran.output.find("Steward: 0 findings"), std::string::npos) << ran.output;
  }
}

INSTANTIATE_TEST_SUITE_P(Live, ManyThreads, testing::Values(2, 5, 16, 64));

}  // namespace
}  // namespace steward::live_test
