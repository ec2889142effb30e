// A slice of scripts/tables-directed: what it says of one program, and that it notices a verdict
// that is not what the program says of itself.
// scans: corpus/directed
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

const fs::path kDirectedPrograms = STEWARD_SOURCE_DIR "/corpus/directed";

Ran tables(const Folder& folder, const fs::path& program, int runs) {
  return run("timeout 300 " STEWARD_SOURCE_DIR "/scripts/tables-directed --tool " STEWARD_TOOL
             " --strategies random --runs " +
                 std::to_string(runs) + " --folder " + (folder / "work").string() + " --json " +
                 (folder / "tables.json").string() + " " + program.string(),
             folder / "said.txt");
}

// The cache with another truth in its head.
fs::path with_truth(const Folder& folder, const std::string& truth, const std::string& instead) {
  std::stringstream text;
  text << std::ifstream(kDirectedPrograms / "cache.cc").rdbuf();
  std::string source = text.str();
  const std::size_t at = source.find(truth);
  EXPECT_NE(at, std::string::npos);
  source.replace(at, truth.size(), instead);
  fs::copy_file(kDirectedPrograms / "driver.h", folder / "driver.h");
  std::ofstream(folder / "cache.cc") << source;
  return folder / "cache.cc";
}

TEST(TablesDirected, TellWhatIsRealAndWhatFails) {
  const Folder folder("tables-directed");
  const Ran ran = tables(folder, kDirectedPrograms / "cache.cc", 20);
  ASSERT_EQ(ran.exit, 0) << ran.output;
  const auto numbers = nlohmann::json::parse(std::ifstream(folder / "tables.json"));
  const auto& cache = numbers["programs"][0];
  int real = 0;
  for (const auto& pair : cache["pairs"]) {
    EXPECT_EQ(pair["location"] == "entry", pair["verdict"] == "potential") << pair.dump();
    if (pair["location"] != "sleeping") continue;
    ++real;
    // Whoever is held there holds no lock that the other one needs.
    EXPECT_EQ(pair["hits"]["directed"], 20) << pair.dump();
    EXPECT_LT(pair["hits"]["random"], 20) << pair.dump();
  }
  EXPECT_EQ(real, 2) << cache.dump();
  EXPECT_GE(cache["failing"], 1);
  EXPECT_THAT(ran.output, HasSubstr("sleeping"));
}

TEST(TablesDirected, ARealPairThatIsNotConfirmedFails) {
  const Folder folder("tables-directed-missed");
  const Ran ran = tables(folder, with_truth(folder, "false entry", "benign entry"), 3);
  EXPECT_EQ(ran.exit, 1) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("(entry) is real, but was not confirmed"));
}

TEST(TablesDirected, AFalsePairThatIsConfirmedFails) {
  const Folder folder("tables-directed-false");
  const Ran ran = tables(folder, with_truth(folder, "bug sleeping", "false sleeping"), 3);
  EXPECT_EQ(ran.exit, 1) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("(sleeping) is no race, but was confirmed"));
}

}  // namespace
}  // namespace steward::live_test
