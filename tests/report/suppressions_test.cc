// Suppression files: what they match, what they complain about.

#include "report/suppressions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample_report.h"

namespace steward::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Suppressions parsed(std::string_view text) {
  auto result = Suppressions::parse(text, "s.txt");
  EXPECT_TRUE(result.ok());
  return result.ok() ? *std::move(result) : Suppressions();
}

// How many of the sample's reports (a race, a lock-order finding) a suppression takes out.
std::uint64_t suppressed_by(std::string_view text) {
  Report report = sample_report();
  const std::uint64_t count = parsed(text).apply(report);
  EXPECT_EQ(count + report.races.size() + report.findings.size(), 2u);
  return count;
}

bool suppresses_race(std::string_view text) {
  Report report = sample_report();
  parsed(text).apply(report);
  return report.races.empty();
}

TEST(Pattern, IsASubstringUnlessAnchored) {
  EXPECT_TRUE(Pattern("crem").matches("increment"));
  EXPECT_FALSE(Pattern("crim").matches("increment"));
  EXPECT_TRUE(Pattern("^incr").matches("increment"));
  EXPECT_FALSE(Pattern("^crem").matches("increment"));
  EXPECT_TRUE(Pattern("ment$").matches("increment"));
  EXPECT_FALSE(Pattern("incre$").matches("increment"));
  EXPECT_TRUE(Pattern("^increment$").matches("increment"));
  EXPECT_FALSE(Pattern("^increment$").matches("increment2"));
  EXPECT_FALSE(Pattern("^ab$").matches("abab"));
}

TEST(Pattern, StarsStandForAnything) {
  EXPECT_TRUE(Pattern("in*ent").matches("increment"));
  EXPECT_TRUE(Pattern("^i*c*t$").matches("increment"));
  EXPECT_FALSE(Pattern("ent*in").matches("increment"));
  EXPECT_TRUE(Pattern("^*ment$").matches("increment"));
  EXPECT_TRUE(Pattern("*").matches(""));
  // Pieces must not overlap.
  EXPECT_FALSE(Pattern("^ab*ba$").matches("aba"));
  EXPECT_TRUE(Pattern("^ab*ba$").matches("abba"));
  EXPECT_TRUE(Pattern("a*b$").matches("abab"));
}

TEST(Suppressions, RaceMatchesAnyFrameByFunctionFileModuleAndTheLocation) {
  EXPECT_TRUE(suppresses_race("race:increment"));
  EXPECT_TRUE(suppresses_race("race:^main$"));
  EXPECT_TRUE(suppresses_race("race:src/count.cc"));
  EXPECT_TRUE(suppresses_race("race:libz.so"));
  EXPECT_TRUE(suppresses_race("race:^pool$"));
  EXPECT_FALSE(suppresses_race("race:nobody"));
}

TEST(Suppressions, FunctionsAsTheProgramHasThemOrAsReportsWriteThem) {
  for (const char* text : {"race:^std::vector<int>::push_back(int&&)$",
                           "race:^std::vector<int, std::allocator<int> >::push_back(int&&)$"}) {
    Report report = sample_report();
    report.races[0].accesses[1].stack[0].function =
        "std::vector<int, std::allocator<int> >::push_back(int&&)";
    parsed(text).apply(report);
    EXPECT_TRUE(report.races.empty()) << text;
  }
}

TEST(Suppressions, RaceTopMatchesOnlyTheInnermostFrames) {
  EXPECT_TRUE(suppresses_race("race_top:increment"));
  EXPECT_TRUE(suppresses_race("race_top:libz"));
  EXPECT_FALSE(suppresses_race("race_top:^main$"));
}

TEST(Suppressions, CalledFromLibMatchesModulesOnly) {
  EXPECT_TRUE(suppresses_race("called_from_lib:libz.so"));
  EXPECT_FALSE(suppresses_race("called_from_lib:increment"));
}

TEST(Suppressions, OtherKindsMatchTheirFindingsAndNoRace) {
  EXPECT_EQ(suppressed_by("deadlock:increment"), 1u);
  EXPECT_FALSE(suppresses_race("deadlock:increment"));
  EXPECT_EQ(suppressed_by("mutex:increment\nthread:increment\nsignal:increment"), 0u);
  for (const auto& [kind, suppression] : {std::pair{"mutex-misuse", "mutex:main"},
                                          {"thread-leak", "thread:main"},
                                          {"signal-unsafe", "signal:main"}}) {
    Report report = sample_report();
    report.findings[0].kind = kind;
    parsed(suppression).apply(report);
    EXPECT_TRUE(report.findings.empty()) << kind;
    EXPECT_EQ(report.races.size(), 1u) << kind;
  }
}

TEST(Suppressions, CommentsBlanksAndLineEndsDoNotMatter) {
  Suppressions all = parsed("# a comment\r\n\r\n  race:increment \r\n\t#race:pool\nrace:nobody");
  ASSERT_EQ(all.all().size(), 2u);
  Report report = sample_report();
  EXPECT_EQ(all.apply(report), 1u);
  const auto unused = all.unused();
  ASSERT_EQ(unused.size(), 1u);
  EXPECT_EQ(unused[0]->text, "race:nobody");
  EXPECT_EQ(unused[0]->place, "s.txt:5");
}

TEST(Suppressions, AllThatMatchCountAsUsed) {
  Suppressions all = parsed("race:increment\nrace:pool\n");
  Report report = sample_report();
  EXPECT_EQ(all.apply(report), 1u);
  EXPECT_TRUE(all.unused().empty());
}

std::string refusal(std::string_view text) {
  const auto result = Suppressions::parse(text, "s.txt");
  return result ? "" : result.error().message();
}

TEST(Suppressions, MistakesAreNamedWithFileAndLine) {
  EXPECT_THAT(refusal("race:a\n\nrcae:b\n"),
              AllOf(HasSubstr("s.txt:3: "), HasSubstr("'rcae'"), HasSubstr("race_top")));
  EXPECT_THAT(refusal("increment"), AllOf(HasSubstr("s.txt:1: "), HasSubstr("kind:pattern")));
  EXPECT_THAT(refusal("#\nrace:\n"), AllOf(HasSubstr("s.txt:2: "), HasSubstr("needs a pattern")));
  EXPECT_THAT(refusal("race:^$"), HasSubstr("needs a pattern"));
}

TEST(Suppressions, FilesThatCannotBeReadAreErrors) {
  const auto missing = Suppressions::load("/nonexistent/s.txt");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message(), HasSubstr("/nonexistent/s.txt"));
  ASSERT_FALSE(Suppressions::load("/"));
}

}  // namespace
}  // namespace steward::report
