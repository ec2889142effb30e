// Traces of processes that do not come to their end: what happened until then is in them.
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

// Two threads race; then the process ends in the way that the first argument says.
constexpr const char* kEnds = R"(
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
int counter;
long many[4096];
void* worker(void* unused) { counter = 1; return unused; }
void fill(void) {
  struct rlimit limit = {3 << 20, 3 << 20};
  setrlimit(RLIMIT_FSIZE, &limit);
  for (int round = 0; round < 400; ++round)
    for (int i = 0; i < 4096; ++i) many[i * 7 % 4096] += i;
}
int main(int argc, char** argv) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  counter = 2;
  pthread_join(thread, 0);
  const char* how = argc > 1 ? argv[1] : "";
  if (strcmp(how, "segv") == 0) raise(SIGSEGV);
  if (strcmp(how, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(how, "_exit") == 0) _exit(0);
  if (strcmp(how, "quick_exit") == 0) quick_exit(0);
  if (strcmp(how, "full") == 0) fill();
  return 0;
}
)";

class Record : public testing::TestWithParam<const char*> {
 protected:
  // The report of a run that was recorded; the trace is then there.
  Json record(const std::string& how) {
    const std::string program = compiled(folder_, "ends", kEnds);
    const Ran ran =
        steward({"record", "--json", folder_.path("r.json"), "-o", trace(), "--", program, how});
    EXPECT_EQ(ran.exit, 66) << ran.err;
    EXPECT_FALSE(folder_.has("t.trace.raw"));
    return Json::parse(folder_.read("r.json"));
  }
  std::string trace() const { return folder_.path("t.trace"); }

  const Folder folder_;
};

TEST_P(Record, TheRaceIsInTheTraceHoweverTheProcessEnds) {
  record(GetParam());
  const Ran analyzed = steward({"analyze", trace()});
  EXPECT_EQ(analyzed.exit, 66) << analyzed.err;
  EXPECT_THAT(analyzed.out, HasSubstr("data race"));
}
INSTANTIATE_TEST_SUITE_P(Ends, Record,
                         testing::Values("", "segv", "kill", "_exit", "quick_exit", "full"));

TEST_F(Record, ATraceThatFindsNoRoomIsLoss) {
  EXPECT_THAT(record("full")["loss"].dump(), HasSubstr("traces that end before their process"));
  EXPECT_LE(std::filesystem::file_size(trace()), std::size_t{4} << 20);
  EXPECT_EQ(record("")["loss"].dump(), "[]");
}

}  // namespace
}  // namespace steward::cli_test
