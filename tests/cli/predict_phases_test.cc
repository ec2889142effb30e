// steward predict: the executions of a program that runs several times.

#include <memory>

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

// Appends what it reads to the file of its first argument, and counts its executions by that of the
// second. Races, and then does what the third says, in the execution of that number.
constexpr const char* kCounting = R"(
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
enum { kLocks = 40 };
int value, held;
pthread_mutex_t locks[kLocks];
void* work(void* unused) {
  ++value;
  for (int i = 0; i < held; ++i) pthread_mutex_lock(&locks[i]);
  for (int i = held; i-- > 0;) pthread_mutex_unlock(&locks[i]);
  return unused;
}
int run_number(const char* path) {
  int file = open(path, O_CREAT | O_RDWR | O_APPEND, 0600);
  write(file, "x", 1);
  int runs = (int)lseek(file, 0, SEEK_END);
  close(file);
  return runs;
}
int main(int argc, char** argv) {
  int run = run_number(argv[2]);
  const char* what = argv[3];
  for (int i = 0; i < kLocks; ++i) pthread_mutex_init(&locks[i], 0);
  held = strcmp(what, "locks") == 0 ? 5 * run : run == 2 && strcmp(what, "again") == 0 ? 9 : 1;
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (run == 1 && strcmp(what, "terminate") == 0) raise(SIGTERM);
  if (run == 1 && strcmp(what, "crash") == 0) raise(SIGSEGV);
  if (strcmp(what, "sleep") == 0) pause();
  FILE* log = fopen(argv[1], "a");
  for (char line[100]; fgets(line, sizeof line, stdin);) fputs(line, log);
  fclose(log);
  return 0;
}
)";

class PredictPhases : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    programs_ = std::make_unique<Folder>();
    program_ = compiled(*programs_, "counting", kCounting);
  }
  static void TearDownTestSuite() { programs_.reset(); }

  std::string program(const std::string& what) const {
    return program_ + " " + folder_.path("log") + " " + folder_.path("runs") + " " + what;
  }
  // Runs the tool by a shell; its exit code.
  int shell(const std::string& before, const std::string& options, const std::string& what,
            const std::string& after = "") {
    const std::string command = before + std::string(STEWARD_TOOL) + " predict --json " +
                                folder_.path("r.json") + " " + options + " -- " + program(what) +
                                " 2>" + folder_.path("err") + " " + after;
    const int status = std::system(command.c_str());
    return WEXITSTATUS(status);
  }
  Json report() const { return Json::parse(folder_.read("r.json")); }
  std::string loss() const { return report()["loss"].dump(); }

  static std::unique_ptr<Folder> programs_;
  static std::string program_;
  Folder folder_;
};
std::unique_ptr<Folder> PredictPhases::programs_;
std::string PredictPhases::program_;

TEST_F(PredictPhases, AFileIsReadByBoth) {
  const std::string input = folder_.file("input", "a line\n");
  EXPECT_EQ(shell("", "", "quiet", "<" + input), 66);
  EXPECT_EQ(folder_.read("log"), "a line\na line\n");
}

TEST_F(PredictPhases, APipeIsReadByBoth) {
  EXPECT_EQ(shell("(echo one; sleep 0.2; echo two) | ", "", "quiet"), 66);
  EXPECT_EQ(folder_.read("log"), "one\ntwo\none\ntwo\n");
}

TEST_F(PredictPhases, APipeMayBeLongAndNeedNotBeRead) {
  EXPECT_EQ(shell("yes | head -c 3000000 | ", "", "quiet"), 66);
  EXPECT_EQ(folder_.read("log").size(), 6'000'000u);
  std::remove(folder_.path("runs").c_str());
  EXPECT_EQ(shell("(sleep 1; echo late) | ", "", "crash"), 66)
      << "it does not come to read at first";
  EXPECT_EQ(folder_.read("log").size(), 6'000'005u);
}

TEST_F(PredictPhases, WhoEndsItselfIsNotInterrupted) {
  EXPECT_EQ(shell("", "", "terminate", "</dev/null"), 66);
  EXPECT_EQ(report()["outcome"]["runs"], 2);
  EXPECT_THAT(loss(), HasSubstr("first phase: ended by signal 15"));
}

TEST_F(PredictPhases, ACrashOfTheFirstIsSaid) {
  EXPECT_EQ(shell("", "", "crash", "</dev/null"), 66);
  EXPECT_THAT(loss(), HasSubstr("first phase: ended by signal 11"));
  EXPECT_THAT(folder_.read("err"), HasSubstr("first phase: ended by signal 11"));
}

TEST_F(PredictPhases, WhoIsInterruptedIsNotRunAgain) {
  const std::string tool = std::string(STEWARD_TOOL) + " predict -- " + program("sleep") +
                           " </dev/null 2>" + folder_.path("err") + " & pid=$!; ";
  const std::string until = "while [ ! -s " + folder_.path("runs") + " ]; do sleep 0.1; done; ";
  const int status = std::system((tool + until + "sleep 0.3; kill $pid; wait $pid").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_THAT(folder_.read("err"), HasSubstr("interrupted in the first phase, by signal 15"));
  EXPECT_EQ(folder_.read("runs"), "x");
}

TEST_F(PredictPhases, RepeatingHasAnEnd) {
  EXPECT_EQ(shell("", "", "locks", "</dev/null"), 66);
  EXPECT_EQ(folder_.read("runs"), "xxxx");
  EXPECT_EQ(report()["outcome"]["runs"], 4);
  EXPECT_THAT(loss(), HasSubstr("locks that a thread held beyond what was expected"));
}

TEST_F(PredictPhases, WhoIsHaltedIsNotRunAgain) {
  EXPECT_EQ(shell("", "", "again", "</dev/null"), 66);
  EXPECT_EQ(folder_.read("runs"), "xxx");
  std::remove(folder_.path("runs").c_str());
  // One thread alone may be halted before the other has taken its locks: then nothing is exceeded.
  EXPECT_EQ(shell("", "--halt", "again", "</dev/null"), 66);
  EXPECT_EQ(folder_.read("runs"), "xx");
}

TEST_F(PredictPhases, TheTraceIsThatOfTheLastRun) {
  const std::string trace = folder_.path("t.trace");
  EXPECT_EQ(shell("", "--record " + trace, "again", "</dev/null"), 66);
  EXPECT_EQ(folder_.read("runs"), "xxx");
  EXPECT_THAT(steward({"analyze", trace}).out, HasSubstr("work"));
}

}  // namespace
}  // namespace steward::cli_test
