// The two threads of a race next to each other.
#include "report/render/sides.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

#include "report/sample_report.h"

namespace steward::report {
namespace {

using ::testing::HasSubstr;

TEST(Sides, StandNextToEachOtherWithTheirSource) {
  const std::string file = testing::TempDir() + "sides_test_source.cc";
  std::ofstream(file) << "first\n\tsecond\nthird \xc3\xa4\n";
  Race race = sample_report().races.at(0);
  race.accesses[0].stack = {{"left", file, 2, 1, std::nullopt, std::nullopt}};
  race.accesses[1].stack = {{"right", "/no/such/file.cc", 9, 1, std::nullopt, std::nullopt}};
  std::ostringstream out;
  render_sides(race, out);
  std::filesystem::remove(file);
  EXPECT_THAT(out.str(), HasSubstr(">    2   second"));
  EXPECT_THAT(out.str(), HasSubstr("| right /no/such/file.cc:9:1"));
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) {
      const std::size_t bar = line.find(" |");
      ASSERT_NE(bar, std::string::npos) << line;
      EXPECT_EQ(bar, line.find("\xc3") < bar ? 59u : 58u) << line;
    }
}

TEST(Sides, EvidenceIsToldWithItsCommand) {
  Race race = sample_report().races.at(0);
  race.runs = {.predicted = 1, .confirm_tried = 10, .confirmed = 7};
  race.evidence = {{"R-1.1", Failure::crash, Cause::stale_value, "signal 8", 5, "oldest", "T1",
                    "steward replay R-1.1"}};
  std::ostringstream out;
  render_evidence(race, out);
  EXPECT_THAT(out.str(), HasSubstr("held together in 7 of 10 directed runs"));
  EXPECT_THAT(out.str(), HasSubstr("R-1.1 crash: signal 8, by a stale value (oldest), seed 5"));
  EXPECT_THAT(out.str(), HasSubstr("steward replay R-1.1"));
}

}  // namespace
}  // namespace steward::report
