// The text report against stored pages.
// scans: tests/report/golden
//
// STEWARD_UPDATE_GOLDEN=1 writes them anew; look at the difference before committing it.

#include "report/render/text.h"

#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

#include "report/findings.h"
#include "report/render/phrases.h"
#include "report/sample_report.h"

namespace steward::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string as_text(const Report& report, const TextContext& context) {
  std::ostringstream out;
  render_text(report, context, out);
  return out.str();
}

void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = STEWARD_SOURCE_DIR "/tests/report/golden/" + name;
  if (std::getenv("STEWARD_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << text;
  std::ifstream file(path);
  ASSERT_TRUE(file.is_open()) << path;
  std::stringstream stored;
  stored << file.rdbuf();
  EXPECT_EQ(text, stored.str()) << "differs from " << path;
}

Report traced_report(Judgement judgement) {
  Names names;
  names.define(SiteId(1), Site{"increment", "count.cc", 12, 7});
  names.define(SiteId(2), Site{"print", "count.cc", 30, 0});
  names.define(SiteId(3), Site{"main", "main.cc", 5, 3});
  names.define(NamedObject::thread, 0, "main");
  names.define(NamedObject::lock, 0xfeed, "guard");
  names.define(AddressRange{Address(0x1000), 8}, "counter");
  KnownLocksets locksets;
  const auto held = locksets.add({{LockId(0xfeed), LockMode::exclusive}});
  return collect(names,
                 {finding({9, 0, AccessKind::read, 2}, {17, 1, AccessKind::write, 1, held}, 0x1004),
                  finding({9, 0, AccessKind::read, 2}, {21, 1, AccessKind::write, 1, held}, 0x1004),
                  finding({30, 0, AccessKind::free, 0}, {31, 1, AccessKind::read, 2}, 0x5000, 16)},
                 judgement, locksets, {event::fork(ThreadId(0), ThreadId(1), SiteId(3))});
}

TEST(TextReport, OfATrace) {
  Report report = traced_report(kReal);
  report.outcome.seconds = 0.25;
  expect_golden("trace.txt", as_text(report, {.analysis = "fasttrack", .events = 12345}));
}

TEST(TextReport, OfAPrediction) {
  expect_golden("prediction.txt",
                as_text(traced_report(kPotential), {.analysis = "hybrid", .events = 32}));
}

TEST(TextReport, WithEverything) {
  expect_golden("everything.txt",
                as_text(sample_report(), {.analysis = "hunt",
                                          .events = 7,
                                          .suppressed = 2,
                                          .unused_suppressions = {"tsan.supp:3: race:nobody"}}));
}

TEST(TextReport, WithoutRaces) {
  expect_golden("nothing.txt", as_text({}, {.analysis = "fasttrack", .events = 1}));
}

TEST(TextReport, ColourOnlyIfAskedFor) {
  const Report report = traced_report(kReal);
  EXPECT_THAT(as_text(report, {}), Not(HasSubstr("\033")));
  EXPECT_THAT(as_text(report, {.colour = true}),
              HasSubstr("\033[1;31mWARNING: Steward: data race"));
}

TEST(TextReport, NamesCannotWriteToTheTerminal) {
  Names names;
  names.define(AddressRange{Address(0x100), 8}, "x\033[2J\ny");
  const Report report =
      collect(names, {finding({1, 0, AccessKind::write, 1}, {2, 1, AccessKind::read, 2}, 0x100)});
  EXPECT_THAT(as_text(report, {}), HasSubstr("'x\\x1b[2J\\x0ay'"));
}

TEST(TextReport, TheSummaryStaysOnOneScreen) {
  std::vector<Finding> findings;
  for (std::uint32_t site = 1; site <= 40; ++site) {
    findings.push_back(finding({site, 0, AccessKind::write, site},
                               {100 + site, 1, AccessKind::read, site}, 0x100));
  }
  const std::string text = as_text(collect({}, findings), {.analysis = "djit"});
  const std::string summary = text.substr(text.find("\nSteward: 40 races"));
  EXPECT_LT(std::count(summary.begin(), summary.end(), '\n'), 24);
  EXPECT_THAT(summary, HasSubstr("and 30 more"));
}

TEST(Phrases, NumbersAreGrouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(counted(1, "race"), "1 race");
  EXPECT_EQ(counted(2, "race"), "2 races");
}

}  // namespace
}  // namespace steward::report
