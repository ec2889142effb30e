// The smallest race is reported in every run, whichever way the threads meet.
#include <fstream>
#include <gtest/gtest.h>

#include "live/programs.h"

namespace steward::live_test {
namespace {

constexpr const char* kRacyProgram = R"(
#include <pthread.h>
int x;
static void* up(void* unused) { ++x; return unused; }
static void* down(void* unused) { --x; return unused; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, up, 0);
  pthread_create(&b, 0, down, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
)";

// STEWARD_RUNS times with each build.
TEST(LiveEveryRun, UpAndDownRace) {
  for (const Build& build : builds()) {
    SCOPED_TRACE(build.compiler + " " + build.level);
    const Folder folder("every-run");
    std::ofstream(folder / "program.c") << kRacyProgram;
    const Ran built = compile(folder / "program.c", build, folder / "program");
    ASSERT_EQ(built.exit, 0) << built.output;
    for (int left = amount("STEWARD_RUNS", 5); left > 0; --left) {
      const std::string json = (folder / "report.json").string();
      const Ran ran =
          run(STEWARD_TOOL " run --json " + json + " -- " + (folder / "program").string(),
              folder / "run.txt");
      ASSERT_EQ(ran.exit, 66) << ran.output;
      ASSERT_EQ(places(json), std::set<std::string>{"x"}) << ran.output;
    }
  }
}

}  // namespace
}  // namespace steward::live_test
