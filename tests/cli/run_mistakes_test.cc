// steward run where something is wrong: each a clear message and exit code 2.

#include <memory>

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

Ran run(std::vector<std::string> words) {
  words.insert(words.begin(), "run");
  return steward(words);
}

TEST(RunMistakes, TheProgramStandsBehindTwoDashes) {
  EXPECT_THAT(run({}).err, HasSubstr("-- PROG ARGS… is missing"));
  EXPECT_THAT(run({"--"}).err, HasSubstr("-- PROG ARGS… is missing"));
  const Ran ran = run({"./prog"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("unexpected argument './prog'; the program stands behind --"));
}

TEST(RunMistakes, AProgramThatCannotBeStarted) {
  const Folder folder;
  const Ran missing = run({"--", folder.path("none")});
  EXPECT_EQ(missing.exit, 2);
  EXPECT_THAT(missing.err, HasSubstr("No such file"));
  const Ran unknown = run({"--", "steward-no-such-command"});
  EXPECT_EQ(unknown.exit, 2);
  EXPECT_THAT(unknown.err, HasSubstr("not found in PATH"));
  const Ran plain = run({"--", folder.file("data", "text")});
  EXPECT_EQ(plain.exit, 2);
  EXPECT_THAT(plain.err, HasSubstr("it is not executable"));
  EXPECT_THAT(run({"--", folder.path("")}).err, HasSubstr("it is a folder"));
}

TEST(RunMistakes, AProgramThatIsNotInstrumented) {
  const Ran ran = run({"--", "echo", "hello"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_EQ(ran.out, "hello\n");
  EXPECT_THAT(ran.err, AllOf(HasSubstr("is not instrumented"), HasSubstr("-fsanitize=thread")));
}

// The tests themselves need a folder, so the variable is set for the tool alone.
TEST(RunMistakes, ATemporaryFolderThatIsNotThere) {
  const Folder folder;
  const std::string none = folder.path("none");
  const Ran ran =
      run({"--", "sh", "-c", "TMPDIR=" + none + " " STEWARD_TOOL " run -- echo hello; echo $?"});
  EXPECT_EQ(ran.out, "2\n");
  EXPECT_THAT(ran.err, AllOf(HasSubstr("cannot write to " + none + ": No such file"),
                             HasSubstr("set TMPDIR to another folder")));
}

TEST(RunMistakes, SuppressionsThatCannotBeUsed) {
  const Folder folder;
  const Ran missing = run({"--suppress", folder.path("none"), "--", "echo"});
  EXPECT_EQ(missing.exit, 2);
  EXPECT_THAT(missing.err, AllOf(HasSubstr(folder.path("none")), HasSubstr("No such file")));
  const std::string file = folder.file("s.txt", "# comment\nrace:fine\nrase:bump\n");
  const Ran malformed = run({"--suppress", file, "--", "echo"});
  EXPECT_EQ(malformed.exit, 2);
  EXPECT_THAT(malformed.err, AllOf(HasSubstr(file + ":3"), HasSubstr("rase")));
  const Variable set("TSAN_OPTIONS", "suppressions=" + folder.path("none"));
  const Ran by_option = run({"--", "echo"});
  EXPECT_EQ(by_option.exit, 2);
  EXPECT_THAT(by_option.err, HasSubstr(folder.path("none")));
}

TEST(RunMistakes, ARuntimeLinkedInIsRefusedWithTheFix) {
  const Folder folder;
  const std::string program =
      compiled(folder, "linked", kRacyProgram, "clang -g -fsanitize=thread -static-libsan");
  const Ran ran = run({"--", program});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("-shared-libsan"));
  EXPECT_THAT(ran.out, Not(HasSubstr("done"))) << "it was not even started";
}

class RunOptions : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    programs_ = std::make_unique<Folder>();
    racy_ = compiled(*programs_, "racy", kRacyProgram);
  }
  static void TearDownTestSuite() { programs_.reset(); }

  static Ran with(const char* variable, const std::string& value,
                  std::vector<std::string> words = {}) {
    const Variable set(variable, value);
    words.insert(words.end(), {"--", racy_, "exit3"});
    return run(words);
  }

  static std::unique_ptr<Folder> programs_;
  static std::string racy_;
  Folder folder_;
};
std::unique_ptr<Folder> RunOptions::programs_;
std::string RunOptions::racy_;

TEST_F(RunOptions, UnknownNamesGetNearOnes) {
  for (const char* variable : {"STEWARD_OPTIONS", "TSAN_OPTIONS"}) {
    const Ran ran = with(variable, "halt_on_eror=1");
    EXPECT_EQ(ran.exit, 2);
    EXPECT_THAT(ran.err, AllOf(HasSubstr(variable), HasSubstr("'halt_on_error'")));
  }
  EXPECT_THAT(with("TSAN_OPTIONS", "exitcode").err, HasSubstr("'exitcode' has no value"));
  EXPECT_THAT(with("TSAN_OPTIONS", "exitcode=300").err, HasSubstr("exitcode cannot be '300'"));
  EXPECT_THAT(with("TSAN_OPTIONS", "log_path='x").err, HasSubstr("not closed"));
}

TEST_F(RunOptions, ThreadSanitizersNamesAreMappedOrAnswered) {
  const Ran ran = with("TSAN_OPTIONS", "history_size=7 exitcode=5:stack_trace_format='%f: %n'");
  EXPECT_EQ(ran.exit, 5);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("note: history_size has no effect here\n"),
                             HasSubstr("note: stack_trace_format has no effect here\n"),
                             Not(HasSubstr("exitcode has"))));
  EXPECT_EQ(with("TSAN_OPTIONS", "exitcode=5", {"--exit-code", "9"}).exit, 9);
  EXPECT_EQ(with("TSAN_OPTIONS", "report_bugs=0").exit, 3);
  const std::string file = folder_.file("s.txt", "race:bump\n");
  EXPECT_EQ(with("TSAN_OPTIONS", "suppressions=" + file).exit, 3);
  EXPECT_THAT(with("TSAN_OPTIONS", "suppressions=" + file + ":print_suppressions=0").err,
              Not(HasSubstr("suppressed")));
}

TEST_F(RunOptions, StewardsOptionsCountOverThreadSanitizers) {
  const Variable tsan("TSAN_OPTIONS", "exitcode=5");
  EXPECT_EQ(with("STEWARD_OPTIONS", "exitcode=6").exit, 6);
}

TEST_F(RunOptions, LogPathTakesTheReports) {
  const Ran ran = with("STEWARD_OPTIONS", "log_path=" + folder_.path("log"),
                       {"--json", folder_.path("r.json")});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(ran.err, Not(HasSubstr("WARNING")));
  const Json report = Json::parse(folder_.read("r.json"));
  const std::string pid = report["races"][0]["accesses"][0]["process"].dump();
  EXPECT_THAT(folder_.read("log." + pid), HasSubstr("WARNING: Steward: data race"));
}

TEST_F(RunOptions, AReportThatTheLogRefusesIsNotLost) {
  const Ran ran = with("STEWARD_OPTIONS", "log_path=/nonexistent/log");
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("log_path: cannot write /nonexistent/log."),
                             HasSubstr("WARNING: Steward: data race")));
}

// The program puts the device that is always full where its log will be.
TEST_F(RunOptions, AReportForWhichTheDiskHasNoRoomIsNotLost) {
  const std::string log = folder_.path("log");
  const Variable set("STEWARD_OPTIONS", "log_path=" + log);
  const Ran ran = run({"--", "sh", "-c", "ln -s /dev/full " + log + ".$$; exec " + racy_});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("log_path: cannot write " + log),
                             HasSubstr("No space left on device"),
                             HasSubstr("WARNING: Steward: data race")));
}

TEST_F(RunOptions, AProgramWithoutSymbolsIsReportedByItsAddresses) {
  const std::string bare = compiled(folder_, "bare", kRacyProgram, "cc -s -O1 -fsanitize=thread");
  const Ran ran = run({"--json", folder_.path("r.json"), "--", bare});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("WARNING: Steward: data race"), HasSubstr("(bare+0x")));
  const Json report = Json::parse(folder_.read("r.json"));
  EXPECT_TRUE(report["races"][0]["accesses"][0]["file"].is_null());
}

}  // namespace
}  // namespace steward::cli_test
