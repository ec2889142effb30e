// What the tool says about itself and about mistakes on its command line.

#include "cli/run_tool.h"

namespace steward::cli_test {
namespace {

TEST(CommandLine, HelpListsWhatWorksAndNothingElse) {
  const Ran ran = steward({"--help"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("analyze"), HasSubstr("convert")));
  EXPECT_THAT(ran.out, Not(HasSubstr("print-reference")));
  EXPECT_THAT(ran.err, IsEmpty());
}

TEST(CommandLine, WithoutACommandTheOverviewIsAMistake) {
  const Ran ran = steward({});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.out, IsEmpty());
  EXPECT_THAT(ran.err, HasSubstr("Usage: steward COMMAND"));
}

TEST(CommandLine, TheVersionIsThatOfTheBuild) {
  const Ran ran = steward({"--version"});
  EXPECT_EQ(ran.exit, 0);
  ASSERT_THAT(ran.out, StartsWith("steward "));
  const std::string number = ran.out.substr(8, ran.out.size() - 9);
  EXPECT_THAT(project_file("CMakeLists.txt"), HasSubstr("project(steward VERSION " + number + " "));
}

TEST(CommandLine, TheReferenceInTheDocsIsWhatTheToolPrints) {
  const Ran ran = steward({"print-reference"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_EQ(ran.out, project_file("docs/cli.md"))
      << "write it anew: steward print-reference > docs/cli.md";
}

TEST(CommandLine, HelpOfACommandNamesItsOptionsAndDefaults) {
  const Ran ran = steward({"analyze", "some.trace", "--help"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("--detector"), HasSubstr("(default: fasttrack)"),
                             HasSubstr("(default: 66)"), HasSubstr("--suppress")));
}

TEST(CommandLine, UnknownCommandsGetNearMatches) {
  const Ran near = steward({"analyse", "x"});
  EXPECT_EQ(near.exit, 2);
  EXPECT_THAT(near.err, HasSubstr("unknown command 'analyse'; did you mean 'analyze'?"));
  const Ran far = steward({"simplify"});
  EXPECT_EQ(far.exit, 2);
  EXPECT_THAT(far.err, HasSubstr("unknown command 'simplify'\n"));
  const Ran option = steward({"--analyze"});
  EXPECT_EQ(option.exit, 2);
  EXPECT_THAT(option.err, HasSubstr("unknown option '--analyze'"));
}

struct Mistake {
  std::vector<std::string> words;
  std::string complaint;
};

TEST(CommandLine, MistakesNameTheOptionAndEndWithTwo) {
  const std::vector<Mistake> mistakes{
      {{"analyze"}, "TRACE is missing"},
      {{"analyze", "a", "b"}, "unexpected argument 'b'"},
      {{"analyze", "a", "--jsn", "f"}, "unknown option '--jsn'; did you mean '--json'?"},
      {{"analyze", "a", "--detector", "fastrack"}, "--detector: 'fastrack' is none of"},
      {{"analyze", "a", "--detector"},
       "--detector needs a value, one of fasttrack, goldilocks, djit, hybrid, lockset, simple, "
       "simple-paper\n"},
      {{"analyze", "a", "--json"}, "--json needs a value F\n"},
      {{"convert", "a", "-o"}, "--output needs a value OUT\n"},
      {{"analyze", "a", "--phases", "3"}, "--phases: '3' is none of 2, 1"},
      {{"analyze", "a", "--fail-on", "bad"}, "--fail-on: 'bad' is none of"},
      {{"analyze", "a", "--exit-code", "256"}, "--exit-code: '256' is not a number from 0 to 255"},
      {{"analyze", "a", "--exit-code", "x"}, "--exit-code: 'x' is not a number"},
      {{"analyze", "a", "--exit-code", "99999999999999999999"}, "--exit-code"},
      {{"analyze", "a", "--json", ""}, "--json"},
      {{"convert", "a"}, "-o OUT is missing"},
      {{"convert", "a", "-o", "b", "--to", "xml"}, "--to: 'xml' is none of binary, rapid"},
  };
  for (const Mistake& mistake : mistakes) {
    const Ran ran = steward(mistake.words);
    EXPECT_EQ(ran.exit, 2) << mistake.complaint;
    EXPECT_THAT(ran.err, HasSubstr(mistake.complaint));
    EXPECT_THAT(ran.err, HasSubstr("--help` explains"));
    EXPECT_THAT(ran.out, IsEmpty());
  }
}

}  // namespace
}  // namespace steward::cli_test
