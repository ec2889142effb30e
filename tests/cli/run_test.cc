// steward run over real programs: what is reported, when, and the exit code.

#include <fcntl.h>
#include <memory>
#include <signal.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "cli/run_program.h"
#include "report/schema_check.h"

namespace steward::cli_test {
namespace {

class Run : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    programs_ = std::make_unique<Folder>();
    racy_ = compiled(*programs_, "racy", kRacyProgram);
    clean_ = compiled(*programs_, "clean", kCleanProgram);
  }
  static void TearDownTestSuite() { programs_.reset(); }

  static Ran run(std::vector<std::string> words) {
    words.insert(words.begin(), "run");
    return steward(words);
  }
  static std::size_t times(const std::string& text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
    return count;
  }

  static std::unique_ptr<Folder> programs_;
  static std::string racy_, clean_;
  Folder folder_;
};
std::unique_ptr<Folder> Run::programs_;
std::string Run::racy_, Run::clean_;

TEST_F(Run, ReportsARaceWithBothStacksBeforeTheProgramGoesOn) {
  const Ran ran = run({"--", racy_});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_EQ(ran.out, "done\n");
  EXPECT_EQ(times(ran.err, "WARNING: Steward: data race (pid="), 1u) << ran.err;
  EXPECT_THAT(
      ran.err,
      AllOf(HasSubstr(" of size 4 at 0x"), HasSubstr("  Previous write"), HasSubstr("#0 bump"),
            HasSubstr("#1 worker"), HasSubstr("#0 main"), HasSubstr("racy.c:9:"),
            HasSubstr("by main thread"), HasSubstr("Location is global 'counter' of size 4 at 0x"),
            testing::ContainsRegex("Thread T1 \\(tid=[0-9]+, (running|finished)\\) created by "
                                   "main thread at:\n    #0 pthread_create <null> "),
            HasSubstr("SUMMARY: Steward: data race "),
            HasSubstr("Verdict: real (by happens-before)"),
            EndsWith("Steward: reported 1 warnings\n")));
  EXPECT_LT(ran.err.find("SUMMARY"), ran.err.find("after the race"));
}

TEST_F(Run, WritesTheReportAsJson) {
  const Ran ran = run({"--json", folder_.path("r.json"), "--", racy_, "exit3"});
  EXPECT_EQ(ran.exit, 66);
  const std::string text = folder_.read("r.json");
  EXPECT_TRUE(is_valid_report(text));
  const Json report = Json::parse(text);
  EXPECT_EQ(report["command"], "run");
  EXPECT_EQ(report["program"], Json({racy_, "exit3"}));
  ASSERT_EQ(report["races"].size(), 1u);
  const Json& race = report["races"][0];
  EXPECT_EQ(race["verdict"], "real");
  EXPECT_EQ(race["location"]["name"], "counter");
  EXPECT_EQ(race["location"]["kind"], "global");
  EXPECT_EQ(race["kind"], "write-write");
  EXPECT_EQ(report["outcome"]["runs"], 1);
}

TEST_F(Run, TheSameRaceHasTheSameNameInEachRun) {
  std::set<std::string> prints;
  for (int i = 0; i < 3; ++i) {
    run({"--json", folder_.path("r.json"), "--", racy_});
    prints.insert(Json::parse(folder_.read("r.json"))["races"][0]["fingerprint"]);
  }
  EXPECT_EQ(prints.size(), 1u);
}

TEST_F(Run, ACleanProgramKeepsItsOwnExitCode) {
  EXPECT_EQ(run({"--", clean_}).exit, 0);
  EXPECT_THAT(run({"--", clean_}).err, IsEmpty());
  EXPECT_EQ(run({"--", clean_, "exit3"}).exit, 3);
  const Ran crashed = run({"--json", folder_.path("r.json"), "--", clean_, "segv"});
  EXPECT_EQ(crashed.exit, 128 + SIGSEGV);
  EXPECT_EQ(Json::parse(folder_.read("r.json"))["outcome"]["signal"], SIGSEGV);
}

TEST_F(Run, AKilledProgramLeavesItsReport) {
  for (const char* end : {"segv", "kill"}) {
    const Ran ran = run({"--json", folder_.path("r.json"), "--", racy_, end});
    EXPECT_EQ(ran.exit, 66) << end;
    EXPECT_THAT(ran.err, HasSubstr("WARNING: Steward: data race"));
    const std::string text = folder_.read("r.json");
    EXPECT_TRUE(is_valid_report(text));
    EXPECT_EQ(Json::parse(text)["races"].size(), 1u);
    EXPECT_FALSE(Json::parse(text)["outcome"]["signal"].is_null());
  }
}

TEST_F(Run, TheProcessTreeCounts) {
  const Ran once = run({"--", "sh", "-c", racy_ + "; exit 0"});
  EXPECT_EQ(once.exit, 66);
  EXPECT_EQ(times(once.err, "WARNING: Steward"), 1u);
  const Ran twice = run({"--", "sh", "-c", racy_ + "; " + racy_ + "; echo code=$?"});
  EXPECT_EQ(times(twice.err, "WARNING: Steward"), 1u) << "one race, seen in two processes";
  EXPECT_THAT(twice.out, HasSubstr("code=66")) << "the second racy process failed as well";
  EXPECT_EQ(run({"--", "sh", "-c", clean_ + "; exit 4"}).exit, 4);
}

TEST_F(Run, FailOnAndExitCodeSayWhatFailureIs) {
  EXPECT_EQ(run({"--exit-code", "9", "--", "sh", "-c", racy_ + "; test $? = 9 && echo nine"}).exit,
            9);
  const Ran weak = run({"--fail-on", "harmful", "--", racy_, "exit3"});
  EXPECT_EQ(weak.exit, 3);
  EXPECT_THAT(weak.err, HasSubstr("WARNING: Steward: data race"));
}

TEST_F(Run, ExitCodeZeroLeavesTheProgramItsOwn) {
  const Ran ran = run({"--exit-code", "0", "--", "sh", "-c", racy_ + " exit3; echo $?; exit 4"});
  EXPECT_EQ(ran.out, "3\n");
  EXPECT_EQ(ran.exit, 4);
  EXPECT_THAT(ran.err, HasSubstr("WARNING: Steward: data race"));
}

TEST_F(Run, SuppressionsTakeOutRacesAndUnusedOnesAreListed) {
  const std::string file = folder_.file("s.txt", "race:^bump$\nrace:nobody\n");
  const Ran ran = run({"--suppress", file, "--", racy_, "exit3"});
  EXPECT_EQ(ran.exit, 3) << "the program has not failed either";
  EXPECT_THAT(ran.err, AllOf(Not(HasSubstr("WARNING")), HasSubstr("1 report suppressed"),
                             HasSubstr("s.txt:2: race:nobody"), Not(HasSubstr("s.txt:1"))));
  for (const char* line :
       {"race:counter", "race_top:main", "called_from_lib:/racy", "race:racy.c"}) {
    EXPECT_EQ(run({"--suppress", folder_.file("t.txt", line), "--", racy_}).exit, 0) << line;
  }
  EXPECT_EQ(run({"--suppress", folder_.path("none"), "--", racy_}).exit, 2);
}

TEST_F(Run, ForwardsRequestsToEndAndStaysToReport) {
  const std::string out = folder_.file("out", "");
  const pid_t tool = fork();
  if (tool == 0) {
    const int file = open(out.c_str(), O_WRONLY);
    dup2(file, 1);
    dup2(file, 2);
    execl(STEWARD_TOOL, STEWARD_TOOL, "run", "--", clean_.c_str(), "wait", nullptr);
    _exit(1);
  }
  for (int i = 0; i < 1000 && folder_.read("out").find("waiting") == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  kill(tool, SIGTERM);
  int status = 0;
  waitpid(tool, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGTERM);
}

TEST_F(Run, HaltEndsTheProcessAtItsFirstRace) {
  const Ran ran = run({"--halt", "--", racy_});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("WARNING: Steward"), Not(HasSubstr("after the race"))));
}

// The process itself ends with the code, and its own last words are heard.
TEST_F(Run, HaltIsAnEndLikeThatOfEveryProcessThatFailed) {
  const std::string program = compiled(folder_, "last_words", R"(
#include <pthread.h>
#include <unistd.h>
void __sanitizer_set_death_callback(void (*)(void));
int counter;
static void say(void) { write(1, "the end\n", 8); }
void __tsan_on_report(void* report) { write(1, "a report\n", report != 0 ? 9 : 0); }
static void* worker(void* unused) { counter = 1; return unused; }
int main(void) {
  __sanitizer_set_death_callback(say);
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  counter = 2;
  pthread_join(thread, 0);
  write(1, "too far\n", 8);
}
)",
                                       "cc -g -O1 -fsanitize=thread -rdynamic");
  const Ran ran = run({"--halt", "--", "sh", "-c", program + "; echo $?"});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_EQ(ran.out, "a report\nthe end\n66\n");
}

// The tool is stopped by the program before it races, and goes on when that has ended.
TEST_F(Run, AToolThatIsStoppedDoesNotStopTheProgramForEver) {
  const std::string program = compiled(folder_, "stops", R"(
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
int counter, another;
static void* worker(void* unused) { counter = 1; another = 1; return unused; }
static void go_on(void) { kill(getppid(), SIGCONT); }
int main(void) {
  pthread_t thread;
  atexit(go_on);
  kill(getppid(), SIGSTOP);
  pthread_create(&thread, 0, worker, 0);
  counter = 2;
  another = 2;
  pthread_join(thread, 0);
}
)");
  const Ran ran = run({"--json", folder_.path("r.json"), "--", program});
  EXPECT_EQ(ran.exit, 66);
  const Json report = Json::parse(folder_.read("r.json"));
  EXPECT_EQ(report["races"].size(), 2u);
  EXPECT_THAT(report["loss"].dump(), HasSubstr("because Steward did not answer"));
}

TEST_F(Run, LeavesNoFileBehind) {
  const Variable temporary("TMPDIR", folder_.path(""));
  EXPECT_EQ(run({"--", racy_}).exit, 66);
  EXPECT_TRUE(folder_.empty());
}

}  // namespace
}  // namespace steward::cli_test
