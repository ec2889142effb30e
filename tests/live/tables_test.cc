// A slice of `make tables`: the script's numbers for one program that are the same in every
// execution, and that it notices a report on a location that the program does not name.
// scans: corpus/tables
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "live/programs.h"

namespace steward::live_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kMonteCarlo = STEWARD_SOURCE_DIR "/corpus/tables/montecarlo.cc";

Ran tables(const Folder& folder, const fs::path& program, const std::string& columns) {
  return run("timeout 300 " STEWARD_SOURCE_DIR "/scripts/tables --tool " STEWARD_TOOL
             " --clean none --limit 200 --folder " +
                 (folder / "work").string() + " --json " + (folder / "tables.json").string() +
                 " --columns " + columns + " -- " + program.string(),
             folder / "said.txt");
}

// Bugs, benign ones, false ones, and real ones that were missed.
std::vector<int> counts(const nlohmann::json& column) {
  return {column["bugs"], column["benign"], column["false"], column["missed"]};
}

TEST(Tables, CountWhatEachDetectorFinds) {
  const Folder folder("tables");
  const Ran ran = tables(folder, kMonteCarlo, "FastTrack Simple Detailed NoHB Predict");
  ASSERT_EQ(ran.exit, 0) << ran.output;
  const auto numbers = nlohmann::json::parse(std::ifstream(folder / "tables.json"));
  const auto& columns = numbers["programs"][0]["columns"];
  const std::vector<int> only_the_race{0, 1, 0, 0}, and_a_false_one{0, 1, 1, 0};
  EXPECT_EQ(counts(columns["FastTrack"]), only_the_race);
  EXPECT_EQ(counts(columns["Simple"]), and_a_false_one);
  EXPECT_EQ(counts(columns["Detailed"]), only_the_race);
  EXPECT_EQ(counts(columns["NoHB"]), and_a_false_one);
  EXPECT_EQ(counts(columns["Predict"]), only_the_race);
  EXPECT_THAT(ran.output, HasSubstr("montecarlo  0-1-1"));
}

TEST(Tables, AReportOnALocationWithoutANameFails) {
  const Folder folder("tables-unknown");
  std::stringstream text;
  text << std::ifstream(kMonteCarlo).rdbuf();
  std::string source = text.str();
  const std::string access = "debug = 1;";
  const std::size_t at = source.find(access + "  // [debug]");
  ASSERT_NE(at, std::string::npos);
  source.erase(at + access.size(), std::string("  // [debug]").size());
  std::ofstream(folder / "untold.cc") << source;

  const Ran ran = tables(folder, folder / "untold.cc", "FastTrack");
  EXPECT_EQ(ran.exit, 1) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("FastTrack reports untold.cc:"));
}

}  // namespace
}  // namespace steward::live_test
