// SARIF as code hosts read it: what must be there, and what it says.
#include "report/render/sarif.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/sample_report.h"

namespace steward::report {
namespace {

using Json = nlohmann::json;

Json as_sarif(const Report& report, const std::string& root = "/src") {
  std::ostringstream out;
  render_sarif(report, root, out);
  return Json::parse(out.str());
}

Race race_at(const std::string& file, Verdict verdict) {
  Race race = sample_report().races.at(0);
  race.verdict = verdict;
  for (Access& access : race.accesses) {
    access.thread = "T1";
    access.stack = {{"f", file, 12, 3, std::nullopt, std::nullopt}};
  }
  race.accesses[1].thread = "T2";
  return race;
}

TEST(Sarif, LevelsAreVerdicts) {
  Report report;
  for (const Verdict verdict : {Verdict::harmful, Verdict::real, Verdict::potential})
    report.races.push_back(race_at("/src/a.cc", verdict));
  const Json json = as_sarif(report);
  EXPECT_EQ(json["version"], "2.1.0");
  const Json& results = json["runs"][0]["results"];
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0]["level"], "error");
  EXPECT_EQ(results[1]["level"], "warning");
  EXPECT_EQ(results[2]["level"], "note");
}

TEST(Sarif, FilesBelowTheRootAreRelativeToIt) {
  Report report;
  report.races = {race_at("/src/part/a b.cc", Verdict::real),
                  race_at("/usr/include/x.h", Verdict::real)};
  const Json json = as_sarif(report);
  const auto artifact = [&](std::size_t i) {
    return json["runs"][0]["results"][i]["locations"][0]["physicalLocation"]["artifactLocation"];
  };
  EXPECT_EQ(artifact(0)["uri"], "part/a%20b.cc");
  EXPECT_EQ(artifact(0)["uriBaseId"], "SRCROOT");
  EXPECT_EQ(artifact(1)["uri"], "file:///usr/include/x.h");
  EXPECT_EQ(json["runs"][0]["originalUriBaseIds"]["SRCROOT"]["uri"], "file:///src/");
}

TEST(Sarif, BothThreadsAreCodeFlows) {
  Report report;
  report.races = {race_at("/src/a.cc", Verdict::harmful)};
  const Json result = as_sarif(report)["runs"][0]["results"][0];
  const Json& flows = result["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flows.size(), 2u);
  EXPECT_EQ(flows[0]["id"], "T1");
  EXPECT_EQ(flows[1]["id"], "T2");
  EXPECT_EQ(flows[0]["locations"][0]["location"]["physicalLocation"]["region"]["startLine"], 12);
  EXPECT_EQ(result["partialFingerprints"]["stewardRace/v1"], report.races[0].fingerprint);
}

// Code hosts refuse a file with a result that is nowhere.
TEST(Sarif, UnknownPlacesAreInTheProgram) {
  Report report;
  report.program = {"/src/build/prog"};
  report.races = {race_at("/src/a.cc", Verdict::real)};
  report.races[0].accesses[0].stack.clear();
  report.races[0].accesses[1].stack = {
      {"g", std::nullopt, std::nullopt, std::nullopt, "lib.so", 16}};
  const Json result = as_sarif(report)["runs"][0]["results"][0];
  EXPECT_FALSE(result["codeFlows"][0]["threadFlows"][0]["locations"].empty());
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "build/prog");
  EXPECT_EQ(result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "g");
}

TEST(Sarif, FindingsHaveRulesOfTheirOwn) {
  Report report;
  FoundItem item;
  item.kind = "deadlock";
  item.message = "nobody goes on";
  report.findings = {item, item};
  report.program = {"/src/build/prog"};
  // A header of the system is nobody's place.
  report.findings[1].stacks = {
      {{"lock", "/usr/include/mutex", 7, 1, "prog", 1}, {"f", "/src/a.cc", 3, 1, "prog", 2}}};
  const Json run = as_sarif(report)["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 2u);
  EXPECT_EQ(run["results"][1]["ruleId"], "deadlock");
  EXPECT_EQ(run["results"][1]["message"]["text"], "nobody goes on");
  const auto place_of = [&](std::size_t i) {
    return run["results"][i]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
  };
  EXPECT_EQ(place_of(0), "build/prog");
  EXPECT_EQ(place_of(1), "a.cc");
}

}  // namespace
}  // namespace steward::report
