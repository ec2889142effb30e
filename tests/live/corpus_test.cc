// Every program of the corpus, by both compilers, with and without optimisation, says what its
// first lines expect.
// scans: corpus/live
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <vector>

namespace steward {
namespace {

namespace fs = std::filesystem;

const fs::path kPrograms = fs::path(STEWARD_SOURCE_DIR) / "corpus/live";

struct Build {
  std::string compiler;  // a word for the test's name
  std::string command;
  std::string level;
};

std::vector<Build> builds() {
  const std::string gcc = "g++ -fsanitize=thread -Wno-tsan";
  const std::string clang = "clang++ -fsanitize=thread -shared-libsan";
  return {{"gcc", gcc, "O0"}, {"gcc", gcc, "O2"}, {"clang", clang, "O0"}, {"clang", clang, "O2"}};
}

struct Case {
  fs::path source;
  Build build;

  std::string name() const {
    return source.stem().string() + "_" + build.compiler + "_" + build.level;
  }
  friend void PrintTo(const Case& one, std::ostream* to) { *to << one.name(); }
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto& entry : fs::directory_iterator(kPrograms)) {
    if (entry.path().extension() != ".cc") continue;
    for (const Build& build : builds()) all.push_back({entry.path(), build});
  }
  std::sort(all.begin(), all.end(),
            [](const Case& a, const Case& b) { return a.name() < b.name(); });
  return all;
}

// What a line "// WORD: ..." of the program says.
std::vector<std::string> said(const fs::path& source, const std::string& word) {
  std::vector<std::string> found;
  std::ifstream in(source);
  for (std::string line; std::getline(in, line) && line.starts_with("//");)
    if (line.starts_with("// " + word + ": ")) found.push_back(line.substr(word.size() + 5));
  return found;
}

struct Ran {
  int exit = 0;
  std::string output;
};
Ran run(const std::string& command, const fs::path& output) {
  const int status = std::system((command + " >" + output.string() + " 2>&1").c_str());
  std::ifstream in(output);
  std::stringstream text;
  text << in.rdbuf();
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), text.str()};
}

// The races of a report by what they are on: a global's name, or the kind of place.
std::set<std::string> places(const fs::path& json) {
  std::set<std::string> found;
  const auto report = nlohmann::json::parse(std::ifstream(json));
  for (const auto& race : report["races"]) {
    const auto& location = race["location"];
    found.insert(location["kind"] == "global" ? location["name"].get<std::string>()
                                              : location["kind"].get<std::string>());
  }
  for (const auto& finding : report["findings"]) found.insert(finding["kind"].get<std::string>());
  return found;
}

std::string named(const testing::TestParamInfo<Case>& info) { return info.param.name(); }

class Corpus : public testing::TestWithParam<Case> {};

TEST_P(Corpus, SaysWhatIsExpected) {
  const Case& one = GetParam();
  const fs::path folder =
      fs::path(testing::TempDir()) / ("steward-" + one.name() + "-" + std::to_string(getpid()));
  fs::create_directories(folder);
  std::string flags = "-pthread";
  for (const std::string& more : said(one.source, "flags")) flags += " " + more;
  const fs::path program = folder / "program";
  const Ran built = run(one.build.command + " -std=c++20 -g -" + one.build.level + " " +
                            one.source.string() + " -o " + program.string() + " " + flags,
                        folder / "build.txt");
  ASSERT_EQ(built.exit, 0) << built.output;

  const fs::path json = folder / "report.json";
  const Ran ran =
      run("timeout 60 " STEWARD_TOOL " run --json " + json.string() + " -- " + program.string(),
          folder / "run.txt");
  const auto expectations = said(one.source, "expect");
  ASSERT_FALSE(expectations.empty()) << "no line // expect: ...";
  std::set<std::string> expected;
  for (const std::string& expectation : expectations)
    if (expectation.starts_with("race ")) expected.insert(expectation.substr(5));
    else if (expectation.starts_with("finding ")) expected.insert(expectation.substr(8));
    else ASSERT_EQ(expectation, "none");
  EXPECT_EQ(places(json), expected) << ran.output;
  EXPECT_EQ(ran.exit, expected.empty() ? 0 : 66) << ran.output;
  fs::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Live, Corpus, testing::ValuesIn(cases()), named);

}  // namespace
}  // namespace steward
