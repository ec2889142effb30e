// Programs with known pairs: `confirm` says what their first lines expect.
//   // confirm: A B VERDICT [BY]         of the statements on the lines that end in "// A", "// B"
//   // fails: A B OUTCOME LOW-HIGH       in so many per cent of the directed runs
//   // finding: KIND                     what else is found in some run
//   // runs: N                           if it is slow
// scans: corpus/explore
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "live/cases.h"

namespace steward::live_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// FILE:LINE of the line that ends in "// TAG".
std::string place_of(const fs::path& source, const std::string& tag) {
  std::ifstream file(source);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number)
    if (line.ends_with("// " + tag))
      return source.filename().string() + ":" + std::to_string(number);
  ADD_FAILURE() << source << " has no line that ends in // " << tag;
  return "";
}

std::vector<std::string> words_in(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

struct Confirmed {
  Json race;
  std::set<std::string> findings = {};  // kinds
  std::string output;
};

class Confirm : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const Ran built = compile(one_.source, one_.build, folder_ / "program");
    ASSERT_EQ(built.exit, 0) << built.output;
  }
  Confirmed confirm(const std::string& a, const std::string& b) {
    const auto json = folder_ / "report.json";
    const Ran ran = run("timeout 300 " STEWARD_TOOL " confirm --sites " + place_of(one_.source, a) +
                            "," + place_of(one_.source, b) + " --runs " + std::to_string(runs()) +
                            " --json " + json.string() + " -- " + (folder_ / "program").string(),
                        folder_ / "run.txt");
    Confirmed confirmed{{}, {}, ran.output};
    const Json report = Json::parse(std::ifstream(json), nullptr, false);
    if (report.is_discarded()) ADD_FAILURE() << ran.output;
    else if (!report["races"].empty()) confirmed.race = report["races"][0];
    for (const Json& item : report["findings"]) {
      const std::string kind = item["kind"];
      // What fails without a direction is told as well.
      if (kind == "deadlock" || kind == "hang") confirmed.findings.insert(kind);
    }
    return confirmed;
  }

  // A slow program may say how many are enough.
  int runs() const {
    const auto enough = said(one_.source, "runs");
    return enough.empty() ? static_cast<int>(amount("STEWARD_RUNS", 60)) : std::stoi(enough[0]);
  }
  std::set<std::string> expected_findings() const {
    const auto kinds = said(one_.source, "finding");
    return {kinds.begin(), kinds.end()};
  }

  const Case& one_ = GetParam();
  const Folder folder_{one_.name()};
};

TEST_P(Confirm, SaysWhatIsExpected) {
  for (const std::string& line : said(one_.source, "confirm")) {
    SCOPED_TRACE(line);
    const auto words = words_in(line);
    ASSERT_GE(words.size(), 3u);
    const Confirmed confirmed = confirm(words[0], words[1]);
    if (words[2] == "potential") {
      EXPECT_TRUE(confirmed.race.is_null()) << confirmed.output;
      EXPECT_NE(confirmed.output.find("not reproduced"), std::string::npos) << confirmed.output;
    } else {
      ASSERT_FALSE(confirmed.race.is_null()) << confirmed.output;
      EXPECT_EQ(confirmed.race["verdict"], words[2]) << confirmed.output;
      EXPECT_EQ(confirmed.race["real_by"], words[3]) << confirmed.output;
      // Nothing is left to chance.
      if (words[3] == "simultaneous") {
        EXPECT_EQ(confirmed.race["runs"]["confirmed"], confirmed.race["runs"]["confirm_tried"]);
      }
    }
    for (const std::string& failing : said(one_.source, "fails")) {
      const auto expected = words_in(failing);
      if (expected[0] != words[0] || expected[1] != words[1]) continue;
      const Json& race = confirmed.race;
      ASSERT_FALSE(race["evidence"].empty()) << confirmed.output;
      EXPECT_EQ(race["evidence"][0]["outcome"], expected[2]);
      const double share = 100.0 * race["runs"]["failed"].get<double>() /
                           race["runs"]["confirm_tried"].get<double>();
      EXPECT_GE(share, std::stod(expected[3])) << confirmed.output;
      EXPECT_LE(share, std::stod(expected[3].substr(expected[3].find('-') + 1)))
          << confirmed.output;
    }
    EXPECT_EQ(confirmed.findings, expected_findings()) << confirmed.output;
  }
}

INSTANTIATE_TEST_SUITE_P(Live, Confirm, testing::ValuesIn(by_turns(cases_in({"explore"}))), named);

}  // namespace
}  // namespace steward::live_test
