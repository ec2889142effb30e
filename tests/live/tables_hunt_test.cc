// A slice of scripts/tables-hunt: what it counts for one program, and that it notices a verdict
// that is not what the program says of itself.
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
using testing::Not;
using Json = nlohmann::json;

const fs::path kPatterns = STEWARD_SOURCE_DIR "/corpus/patterns";
// One location is harmful, and another one real.
constexpr const char* kPattern = "counter_beside_config.cc";
constexpr const char* kRequests = "// hunt: requests real\n";

Ran tables(const Folder& folder, const fs::path& program) {
  return run("timeout 300 " STEWARD_SOURCE_DIR "/scripts/tables-hunt --tool " STEWARD_TOOL
             " --jobs 1 --runs 20 --folder " +
                 (folder / "work").string() + " --json " + (folder / "tables.json").string() + " " +
                 program.string(),
             folder / "said.txt");
}

Json numbers_in(const Folder& folder) { return Json::parse(std::ifstream(folder / "tables.json")); }

// That program with another head.
fs::path with_head(const Folder& folder, const std::string& line, const std::string& instead) {
  std::stringstream text;
  text << std::ifstream(kPatterns / kPattern).rdbuf();
  std::string source = text.str();
  const std::size_t at = source.find(line);
  EXPECT_NE(at, std::string::npos);
  source.replace(at, line.size(), instead);
  std::ofstream(folder / "other.cc") << source;
  return folder / "other.cc";
}

TEST(TablesHunt, WhatIsNotReachedIsAMissAndNoFault) {
  const Folder folder("tables-hunt");
  const fs::path program = with_head(
      folder, kRequests, "// hunt: requests harmful exit-code\n// not reached: requests\n");
  const Ran ran = tables(folder, program);
  ASSERT_EQ(ran.exit, 0) << ran.output;
  const Json score = numbers_in(folder)["verdicts"]["harmful"];
  EXPECT_EQ(score["precision"], 1.0) << score.dump();
  EXPECT_EQ(score["recall"], 0.5) << score.dump();
  EXPECT_THAT(score["missed"].dump(), HasSubstr("requests"));

  // What is on disk is not hunted again.
  const std::string hunts = "tables-hunt: other\n";
  EXPECT_THAT(ran.output, HasSubstr(hunts));
  EXPECT_THAT(tables(folder, program).output, Not(HasSubstr(hunts)));
}

TEST(TablesHunt, AVerdictThatIsMissedFails) {
  const Folder folder("tables-hunt-missed");
  const Ran ran =
      tables(folder, with_head(folder, kRequests, "// hunt: requests harmful exit-code\n"));
  EXPECT_EQ(ran.exit, 1) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("other: requests is real, where the program says harmful"));
}

TEST(TablesHunt, AVerdictOnARaceFreeProgramFails) {
  const Folder folder("tables-hunt-false");
  const std::string head = std::string(kRequests) + "// hunt: config harmful exit-code\n";
  const Ran ran = tables(folder, with_head(folder, head, "// hunt: none\n"));
  EXPECT_EQ(ran.exit, 1) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("other: config is harmful, where the program says none"));
  const Json numbers = numbers_in(folder);
  EXPECT_EQ(numbers["race_free_called_real"], Json::array({"other"}));
  EXPECT_EQ(numbers["verdicts"]["real"]["precision"], 0.0);
}

}  // namespace
}  // namespace steward::live_test
