// What each detector finds in each example trace, as corpus/traces/expected.txt says.
// scans: corpus/traces

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "cli/run_tool.h"

namespace steward::cli_test {
namespace {

using Races = std::multiset<std::string>;
// By trace and detector.
using Expected = std::map<std::pair<std::string, std::string>, Races>;

Expected expectations() {
  Expected expected;
  std::istringstream lines(project_file("corpus/traces/expected.txt"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t colon = line.find(": ");
    std::istringstream words(line.substr(0, colon));
    const std::string race = line.substr(colon + 2);
    std::string trace, detector;
    for (words >> trace; words >> detector;) {
      Races& races = expected[{trace, detector}];
      if (race != "none") races.insert(race);
    }
  }
  return expected;
}

std::string place_of(const Json& access) {
  const Json& frame = access["stack"][0];
  return access["access"].get<std::string>() + " " + frame["file"].get<std::string>() + ":" +
         std::to_string(frame["line"].get<int>());
}

std::string line_of(const Json& race) {
  const Json& location = race["location"];
  std::string line = location["name"].get<std::string>() + "+" + location["offset"].dump() + ":" +
                     location["size"].dump();
  for (const Json& access : race["accesses"]) line += " | " + place_of(access);
  return line;
}

Races found(const std::string& trace, const std::string& detector) {
  const Folder folder;
  const Ran ran = steward({"analyze", STEWARD_SOURCE_DIR "/corpus/traces/" + trace, "--detector",
                           detector, "--json", folder.path("r.json")});
  EXPECT_THAT(ran.err, IsEmpty());
  const Json report = Json::parse(folder.read("r.json"));
  Races races;
  for (const Json& race : report["races"]) races.insert(line_of(race));
  EXPECT_EQ(ran.exit, races.empty() ? 0 : 66);
  return races;
}

TEST(ExampleTraces, HaveTheRacesThatAreExpected) {
  for (const auto& [run, races] : expectations())
    EXPECT_EQ(found(run.first, run.second), races) << run.first << " by " << run.second;
}

TEST(ExampleTraces, AreAllExpectedByEveryDetector) {
  const Expected expected = expectations();
  std::size_t runs = 0;
  const std::filesystem::path folder(STEWARD_SOURCE_DIR "/corpus/traces");
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string extension = entry.path().extension();
    if (extension == ".md" || extension == ".txt") continue;
    for (const char* detector : kDetectors) {
      EXPECT_TRUE(expected.contains({entry.path().filename(), detector}))
          << entry.path() << " by " << detector;
      ++runs;
    }
  }
  EXPECT_EQ(expected.size(), runs)
      << "an expectation names a trace or a detector that is not there";
}

}  // namespace
}  // namespace steward::cli_test
