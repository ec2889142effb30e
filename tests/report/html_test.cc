// The HTML report: complete, alone, and not at the mercy of the program's names.
#include "report/render/html.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <regex>
#include <sstream>

#include "report/sample_report.h"

namespace steward::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string as_html(const Report& report) {
  std::ostringstream out;
  render_html(report, out);
  return out.str();
}

TEST(Html, HasEveryRaceAndFinding) {
  const Report report = sample_report();
  const std::string html = as_html(report);
  EXPECT_THAT(html, HasSubstr("<!doctype html>"));
  for (const Race& race : report.races) {
    EXPECT_THAT(html, HasSubstr("<section id=\"" + race.id + "\">"));
    EXPECT_THAT(html, HasSubstr("href=\"#" + race.id + "\""));
    for (const Evidence& evidence : race.evidence)
      EXPECT_THAT(html, HasSubstr("data-copy=\"" + evidence.replay + "\""));
  }
  for (const FoundItem& item : report.findings)
    EXPECT_THAT(html, HasSubstr("<section id=\"" + item.id + "\">"));
}

TEST(Html, NeedsNothingElse) {
  const std::string html = as_html(sample_report());
  for (const char* word : {"src=", "<link", "@import", "url(", "http:", "https:"})
    EXPECT_THAT(html, Not(HasSubstr(word))) << word;
}

TEST(Html, NamesOfTheProgramAreText) {
  Report report = sample_report();
  const std::string bad = "<script>alert(\"1\")</script>&\x1b[31m";
  report.program = {bad};
  for (Race& race : report.races) {
    race.location.name = bad;
    race.hint = bad;
    race.replay = bad;
    for (Access& access : race.accesses) {
      access.thread = bad;
      access.stack = {{bad, bad, 1, 1, bad, 1}};
    }
    for (Evidence& evidence : race.evidence) evidence.detail = evidence.replay = bad;
  }
  for (FoundItem& item : report.findings) {
    item.message = bad;
    item.captions = {bad};
    item.stacks = {{{bad, bad, 1, 1, bad, 1}}};
  }
  report.loss = {{bad, 1}};
  const std::string html = as_html(report);
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, Not(HasSubstr("(\"1\")")));
  EXPECT_THAT(html, Not(HasSubstr("\x1b")));
}

TEST(Html, ShowsTheSourceOfBothSides) {
  const std::string file = testing::TempDir() + "html_test_source.cc";
  std::ofstream(file) << "one\ntwo < three\nfour\n";
  Report report = sample_report();
  report.races.resize(1);
  for (Access& access : report.races[0].accesses)
    access.stack = {{"f", file, 2, 1, std::nullopt, std::nullopt}};
  const std::string html = as_html(report);
  std::filesystem::remove(file);
  EXPECT_THAT(html,
              HasSubstr("<span class=\"line here\"><span class=\"number\">2</span>two &lt; three"));
  EXPECT_THAT(html, HasSubstr("</span>four</span>"));
}

TEST(Html, SaysSoIfThereIsNothing) { EXPECT_THAT(as_html({}), HasSubstr("Nothing was found")); }

}  // namespace
}  // namespace steward::report
