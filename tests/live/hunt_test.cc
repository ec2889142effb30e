// Race patterns: `hunt` comes to the verdicts that the first lines of a program expect.
//   // hunt: NAME VERDICT [OUTCOME|...]   of the races on that variable (or heap, stack, tls) the
//                                         strongest, and how the program fails by it
//   // hunt: finding KIND[|...]           no race explains how the program fails
//   // hunt: none                         there is nothing
//   // not reached: NAME [COMPILER]       the tool does not come to that verdict, or not by that
//                                         compiler: docs/hunt.md
//   // fix: ...                           how a racy one is mended: NAME_good.cc is
// scans: corpus/patterns
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "live/cases.h"

namespace steward::live_test {
namespace {

using Json = nlohmann::json;

struct Expected {
  std::string verdict;
  std::set<std::string> outcomes;  // one of them
};

std::map<std::string, Expected> expected_of(const std::filesystem::path& source) {
  std::map<std::string, Expected> all;
  for (const std::string& line : said(source, "hunt")) {
    std::istringstream words(line);
    std::string name, verdict, outcomes;
    words >> name >> verdict >> outcomes;
    if (name == "none" || name == "finding") continue;
    Expected& one = all[name];
    one.verdict = verdict;
    std::istringstream list(outcomes);
    for (std::string outcome; std::getline(list, outcome, '|');) one.outcomes.insert(outcome);
  }
  return all;
}

std::set<std::string> findings_of(const std::filesystem::path& source) {
  std::set<std::string> all;
  for (const std::string& line : said(source, "hunt")) {
    std::istringstream words(line);
    std::string name, kinds;
    words >> name >> kinds;
    std::istringstream list(name == "finding" ? kinds : "");
    for (std::string kind; std::getline(list, kind, '|');) all.insert(kind);
  }
  return all;
}

std::set<std::string> not_reached_of(const Case& one) {
  std::set<std::string> all;
  for (const std::string& line : said(one.source, "not reached")) {
    std::istringstream words(line);
    std::string name, compiler;
    words >> name >> compiler;
    if (compiler.empty() || one.build.compiler.starts_with(compiler)) all.insert(name);
  }
  return all;
}

std::string place_of(const Json& race) {
  const Json& location = race["location"];
  return location["name"].is_string() ? location["name"] : location["kind"];
}

int strength(const std::string& verdict) {
  return verdict == "harmful" ? 2 : verdict == "real" ? 1 : 0;
}

class HuntedPattern : public testing::TestWithParam<Case> {};

TEST_P(HuntedPattern, GetsItsVerdicts) {
  const Case& one = GetParam();
  const Folder folder(one.name() + "_hunted");
  const Ran built = compile(one.source, one.build, folder / "program");
  ASSERT_EQ(built.exit, 0) << built.output;
  const Ran ran = run("cd " + (folder / ".").string() +
                          " && STEWARD_STORE=store timeout 300 " STEWARD_TOOL
                          " hunt --jobs 1 --json report.json --runs " +
                          std::to_string(amount("STEWARD_RUNS", 40)) + " -- ./program </dev/null",
                      folder / "run.txt");
  const Json report = Json::parse(std::ifstream(folder / "report.json"), nullptr, false);
  ASSERT_FALSE(report.is_discarded()) << ran.output;
  std::map<std::string, std::string> found;
  std::map<std::string, std::set<std::string>> outcomes;
  for (const Json& race : report["races"]) {
    const std::string place = place_of(race), verdict = race["verdict"];
    std::string& strongest = found[place];
    if (strongest.empty() || strength(verdict) > strength(strongest)) strongest = verdict;
    for (const Json& evidence : race["evidence"]) outcomes[place].insert(evidence["outcome"]);
  }
  const auto expected = expected_of(one.source);
  for (const auto& [place, verdict] : found)
    EXPECT_TRUE(expected.contains(place)) << place << " is " << verdict << "\n" << ran.output;
  const auto not_reached = not_reached_of(one);
  for (const auto& [place, wanted] : expected) {
    // Of those that are only potential, chance shows some.
    if (not_reached.contains(place) || (wanted.verdict == "potential" && found[place].empty())) {
      EXPECT_LE(strength(found[place]), strength(wanted.verdict)) << place << "\n" << ran.output;
      continue;
    }
    EXPECT_EQ(found[place], wanted.verdict) << place << "\n" << ran.output;
    const bool fails =
        std::any_of(wanted.outcomes.begin(), wanted.outcomes.end(),
                    [&](const std::string& outcome) { return outcomes[place].contains(outcome); });
    EXPECT_TRUE(fails || wanted.outcomes.empty()) << place << "\n" << ran.output;
  }
  const auto findings = findings_of(one.source);
  EXPECT_TRUE(findings.empty() ||
              std::any_of(report["findings"].begin(), report["findings"].end(),
                          [&](const Json& found) { return findings.contains(found["kind"]); }))
      << ran.output;
  if (expected.empty() && findings.empty()) {
    EXPECT_EQ(ran.exit, 0) << ran.output;
  }
}

// Every so many of them, each in one build by turns; all of both if every build is wanted.
std::vector<Case> hunted_cases() {
  const bool every = std::getenv("STEWARD_EVERY_BUILD") != nullptr;
  const auto step = static_cast<std::size_t>(amount("STEWARD_CORPUS_STEP", 20));
  const std::vector<Case> all = cases_in({"patterns"});
  std::vector<Case> chosen;
  for (std::size_t i = 0; i < all.size(); i += every ? 1 : step) chosen.push_back(all[i]);
  return chosen;
}

INSTANTIATE_TEST_SUITE_P(Live, HuntedPattern, testing::ValuesIn(hunted_cases()), named);

}  // namespace
}  // namespace steward::live_test
