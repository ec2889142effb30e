// steward guard: which races end a process, how, and the exit code.

#include <memory>
#include <signal.h>

#include "cli/guard_program.h"
#include "cli/run_program.h"
#include "report/schema_check.h"

namespace steward::cli_test {
namespace {

class GuardCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    programs_ = std::make_unique<Folder>();
    racy_ =
        compiled(*programs_, "racy", kGuardedProgram, "gcc -g -O1 -fsanitize=thread -w -latomic");
    clean_ = compiled(*programs_, "clean", kCleanProgram);
  }
  static void TearDownTestSuite() { programs_.reset(); }

  static Ran guard(std::vector<std::string> words) {
    words.insert(words.begin(), "guard");
    return steward(words);
  }
  // The options, and the racy program behind them with a page of its own.
  Ran guard_racy(std::vector<std::string> options, const std::string& also = "") {
    folder_.file("page", std::string(4096, '\0'));
    options.insert(options.end(), {"--", racy_, folder_.path("page"), "write", also});
    return guard(options);
  }
  std::string shell(const std::string& rest) {
    folder_.file("page", std::string(4096, '\0'));
    return racy_ + " " + folder_.path("page") + " write; " + rest;
  }
  bool passed() { return folder_.read("page")[kPassed] == 1; }
  static std::size_t times(const std::string& text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
    return count;
  }

  static std::unique_ptr<Folder> programs_;
  static std::string racy_, clean_;
  Folder folder_;
};
std::unique_ptr<Folder> GuardCommand::programs_;
std::string GuardCommand::racy_, GuardCommand::clean_;

TEST_F(GuardCommand, AbortsUnlessTold) {
  const Ran ran = guard_racy({"--json", folder_.path("r.json")});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_FALSE(passed());
  const std::string text = folder_.read("r.json");
  EXPECT_TRUE(is_valid_report(text));
  const Json report = Json::parse(text);
  EXPECT_EQ(report["command"], "guard");
  EXPECT_EQ(report["races"].size(), 1u);
  EXPECT_EQ(report["outcome"]["signal"], SIGABRT);
  EXPECT_EQ(guard_racy({"--exit-code", "9"}).exit, 9);
  EXPECT_EQ(guard_racy({"--exit-code", "0"}).exit, 128 + SIGABRT);
}

TEST_F(GuardCommand, ReportKeepsTheExitCodeUnlessOneIsGiven) {
  const Ran ran = guard_racy({"--on-race", "report"});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_EQ(ran.out, "done\n");
  EXPECT_THAT(ran.err, AllOf(HasSubstr("WARNING: Steward: data race"), Not(HasSubstr("aborted"))));
  EXPECT_EQ(guard_racy({"--on-race", "report", "--exit-code", "9"}).exit, 9);
  EXPECT_EQ(guard({"--on-race", "report", "--", "sh", "-c", shell("exit $?")}).exit, 3);
}

TEST_F(GuardCommand, ACleanProgramKeepsItsExitCode) {
  for (const char* on_race : {"abort", "report"}) {
    EXPECT_EQ(guard({"--on-race", on_race, "--", clean_, "exit3"}).exit, 3);
    EXPECT_EQ(guard({"--on-race", on_race, "--", clean_, "segv"}).exit, 128 + SIGSEGV);
  }
  EXPECT_EQ(guard({"--", "/bin/true"}).exit, 2) << "nothing was instrumented";
}

TEST_F(GuardCommand, RacesThatDoNotCountPass) {
  for (const char* line : {"race:^second$", "race_top:second", "race:/racy.c"}) {
    const Ran ran = guard_racy({"--suppress", folder_.file("s.txt", line)});
    EXPECT_EQ(ran.exit, 3) << line;
    EXPECT_TRUE(passed()) << line;
  }
  EXPECT_EQ(guard_racy({}, "benign").exit, 3);
  EXPECT_TRUE(passed());
  const Ran weak = guard_racy({"--fail-on", "harmful"});
  EXPECT_EQ(weak.exit, 3);
  EXPECT_TRUE(passed());
  EXPECT_THAT(weak.err, HasSubstr("WARNING: Steward: data race"));
}

TEST_F(GuardCommand, OtherFindingsEndNothing) {
  const std::string program = compiled(folder_, "leaves", R"(
#include <pthread.h>
static void* work(void* unused) { return unused; }
int main(void) {
  pthread_t thread;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  pthread_mutex_lock(&mutex);
  pthread_mutex_destroy(&mutex);
  return 4;
}
)");
  const Ran ran = guard({"--", program});
  EXPECT_EQ(ran.exit, 4);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("WARNING: Steward: destroy of a locked mutex"),
                             Not(HasSubstr("aborted"))));
}

TEST_F(GuardCommand, NoHandlerOfTheProgramGoesOn) {
  const Ran ran = guard_racy({}, "handler");
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(ran.out, IsEmpty());
  EXPECT_FALSE(passed());
}

TEST_F(GuardCommand, AChildIsAbortedForItself) {
  const Ran ran = guard_racy({}, "child");
  EXPECT_EQ(ran.exit, 66);
  EXPECT_EQ(ran.out, "child: signal 6\n");
  EXPECT_FALSE(passed());
}

TEST_F(GuardCommand, EveryProcessWithTheRaceIsAborted) {
  const Ran ran = guard({"--", "sh", "-c", shell("echo $?; ") + shell("echo $?; exit 0")});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_EQ(ran.out, "134\n134\n");
  EXPECT_EQ(times(ran.err, "WARNING: Steward: data race"), 1u);
  EXPECT_EQ(times(ran.err, "did not execute"), 2u);
  const Ran halted = steward({"run", "--halt", "--", "sh", "-c", shell("") + shell("exit 0")});
  EXPECT_EQ(halted.exit, 66);
  EXPECT_THAT(halted.out, Not(HasSubstr("done"))) << "the same holds for --halt";
}

TEST_F(GuardCommand, TheTraceEndsWithTheRace) {
  for (const char* way : {"write", "add"}) {
    folder_.file("page", std::string(4096, '\0'));
    EXPECT_EQ(
        guard({"--record", folder_.path("trace"), "--", racy_, folder_.path("page"), way}).exit,
        66);
    EXPECT_FALSE(passed());
    const Ran analyzed = steward({"analyze", folder_.path("trace")});
    EXPECT_EQ(analyzed.exit, 66) << way;
    EXPECT_THAT(analyzed.out, AllOf(HasSubstr("#0 second"), Not(HasSubstr("breaks off")))) << way;
  }
}

TEST_F(GuardCommand, MistakesAreSaid) {
  for (const char* value : {"raise", "", "ABORT"}) {
    const Ran ran = guard({"--on-race", value, "--", clean_});
    EXPECT_EQ(ran.exit, 2);
    EXPECT_THAT(ran.err, HasSubstr("is none of abort, report, throw, exit-thread")) << ran.err;
  }
  const Ran other = guard({"--detector", "lockset", "--", clean_});
  EXPECT_EQ(other.exit, 2);
  EXPECT_THAT(other.err, HasSubstr("--detector: 'lockset' is none of fasttrack"));
  EXPECT_EQ(guard({"--", folder_.path("none")}).exit, 2);
}

}  // namespace
}  // namespace steward::cli_test
