// Programs whose races are known to hurt, or not to: `classify` says what their first lines expect.
//   // location: NAME CLASS [OPTIONS]   destructive; or never harmful: benign, slow, or none where
//   no
//                                       read has a choice (`heap+8`: that byte of blocks that race)
//   // races: CLASS                     of those that predict finds
//   // variant: WORD shown|never        started with that word: whether a weak-order finding comes
//   // runs: N                          by each heuristic, if it is slow
// Each piece of evidence is repeated. Without optimisation, so that the accesses are the source's.
// scans: corpus/classify
// scans: corpus/weak
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "live/cases.h"

namespace steward::live_test {
namespace {

using Json = nlohmann::json;

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

class ClassifiedProgram : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const Ran built = compile(one_.source, one_.build, folder_ / "program");
    ASSERT_EQ(built.exit, 0) << built.output;
  }
  int runs() const {
    const auto enough = said(one_.source, "runs");
    return enough.empty() ? amount("STEWARD_RUNS", 12) : std::stoi(enough[0]);
  }
  // A command of the tool on the program, with a store of its own.
  Ran steward(const std::string& words, const std::string& program_words = "") {
    return run("cd " + (folder_ / ".").string() +
                   " && STEWARD_STORE=store timeout 300 " STEWARD_TOOL " " + words +
                   (words.starts_with("replay") ? "" : " -- ./program " + program_words) +
                   " </dev/null",
               folder_ / "run.txt");
  }
  Json classify(const std::string& words, const std::string& program_words = "") {
    const Ran ran =
        steward("classify --json report.json --runs " + std::to_string(runs()) + " " + words,
                program_words);
    output_ = ran.output;
    const Json report = Json::parse(std::ifstream(folder_ / "report.json"), nullptr, false);
    if (report.is_discarded()) {
      ADD_FAILURE() << output_;
      return {{"races", Json::array()}, {"findings", Json::array()}};
    }
    const bool found = !report["races"].empty() || !report["findings"].empty();
    EXPECT_EQ(ran.exit, found ? 66 : 0) << output_;
    return report;
  }
  // The id of the predicted race of that byte of a heap block.
  std::string heap_race(const std::string& offset) {
    const Ran predicted = steward("predict --json predicted.json");
    const Json report = Json::parse(std::ifstream(folder_ / "predicted.json"), nullptr, false);
    if (!report.is_discarded())
      for (const Json& race : report["races"])
        if (race["location"]["kind"] == "heap" && race["location"]["offset"] == std::stoi(offset))
          return race["id"];
    ADD_FAILURE() << predicted.output;
    return "";
  }
  void expect(const Json& report, const std::string& kind) {
    bool harmful = false;
    for (const Json& race : report["races"]) {
      harmful = harmful || race["verdict"] == "harmful";
      for (const Json& evidence : race["evidence"]) {
        // What was seen is seen again.
        const std::string outcome = evidence["outcome"];
        const Ran repeated = steward("replay " + evidence["id"].get<std::string>());
        EXPECT_TRUE(repeated.output.ends_with("outcome: " + outcome + "\n")) << repeated.output;
        EXPECT_NE(repeated.exit, 3) << repeated.output;
      }
    }
    EXPECT_EQ(harmful, kind == "destructive") << output_;
    std::uint64_t choices = 0, slow = 0;
    for (const Json& location : report["locations"])
      for (const Json& runs : location["runs"]) {
        choices += runs["choices"].get<std::uint64_t>();
        slow += runs["slow"].get<std::uint64_t>();
      }
    EXPECT_EQ(choices > 0, kind != "none") << output_;
    EXPECT_TRUE(slow > 0 || kind != "slow") << output_;
  }

  const Case& one_ = GetParam();
  const Folder folder_{one_.name()};
  std::string output_;
};

TEST_P(ClassifiedProgram, SaysWhatIsExpected) {
  for (const std::string& line : said(one_.source, "location")) {
    SCOPED_TRACE(line);
    const auto words = words_of(line);
    ASSERT_GE(words.size(), 2u);
    std::string wish = "--location " + words[0];
    if (words[0].starts_with("heap+"))
      wish = "--from predicted.json --location " + heap_race(words[0].substr(5));
    for (std::size_t i = 2; i < words.size(); ++i) wish += " " + words[i];
    expect(classify(wish), words[1]);
  }
  for (const std::string& kind : said(one_.source, "races")) {
    steward("predict");
    expect(classify(""), kind);
  }
  for (const std::string& line : said(one_.source, "variant")) {
    SCOPED_TRACE(line);
    const auto words = words_of(line);
    ASSERT_EQ(words.size(), 2u);
    const Json report = classify("", words[0]);
    bool shown = false;
    for (const Json& item : report["findings"]) {
      EXPECT_EQ(item["kind"], "weak-order") << output_;
      shown = shown || item["kind"] == "weak-order";
      const Ran repeated = steward("replay " + item["id"].get<std::string>());
      EXPECT_TRUE(repeated.output.ends_with("outcome: abort\n")) << repeated.output;
    }
    EXPECT_EQ(shown, words[1] == "shown") << output_;
    EXPECT_TRUE(report["races"].empty()) << output_;
  }
}

// Whatever failed fails again, step by step the same.
TEST(ClassifyReplays, HarmfulFindingsFailAgain) {
  struct Program {
    const char *name, *location;
  };
  constexpr Program kPrograms[] = {{"figure_8", "x"},
                                   {"mode", "mode"},
                                   {"checksum", "checksum"},
                                   {"flag_barrier", "cells"},
                                   {"tournament_barrier", "is_done"}};
  const Folder folder("classify_replays");
  const auto command = [&](const std::string& words) {
    return run("cd " + (folder / ".").string() +
                   " && STEWARD_STORE=store timeout 300 " STEWARD_TOOL " " + words + " </dev/null",
               folder / "run.txt");
  };
  const int wanted = amount("STEWARD_RUNS", 5);
  int found = 0;
  for (int seed = 1; found < wanted && seed < 20 * wanted; ++seed) {
    const Program& program = kPrograms[static_cast<std::size_t>(seed) % std::size(kPrograms)];
    if (!std::filesystem::exists(folder / program.name)) {
      const auto source = std::filesystem::path(STEWARD_SOURCE_DIR "/corpus/classify") /
                          (program.name + std::string(".cc"));
      ASSERT_EQ(compile(source, builds().front(), folder / program.name).exit, 0);
    }
    command("classify --json report.json --runs 1 --heuristic random-but-different --seed " +
            std::to_string(seed) + " --location " + program.location + " -- ./" + program.name);
    const Json report = Json::parse(std::ifstream(folder / "report.json"), nullptr, false);
    ASSERT_FALSE(report.is_discarded());
    for (const Json& race : report["races"])
      for (const Json& evidence : race["evidence"]) {
        if (evidence["seed"] != seed || evidence["outcome"] == "slow") continue;
        ++found;
        const Ran again = command("replay " + evidence["id"].get<std::string>());
        EXPECT_TRUE(
            again.output.ends_with("outcome: " + evidence["outcome"].get<std::string>() + "\n"))
            << program.name << ", seed " << seed << ": " << again.output;
        EXPECT_NE(again.exit, 3);
      }
  }
  EXPECT_GE(found, wanted);
}

// Programs without a race: no read of any variable can get two values; and if their atomics are all
// seq_cst nothing is ever as it is not undisturbed.
class CleanProgram : public testing::TestWithParam<Case> {};

TEST_P(CleanProgram, NeverGetsAStaleValue) {
  const Case& one = GetParam();
  const Folder folder(one.name() + "_clean");
  const Ran built = compile(one.source, one.build, folder / "program");
  ASSERT_EQ(built.exit, 0) << built.output;
  std::stringstream source;
  source << std::ifstream(one.source).rdbuf();
  const std::string text = source.str();
  // reason: it has a race, and says that it does no harm.
  if (text.find("Benign") != std::string::npos) GTEST_SKIP();
  const bool is_weak = text.find("memory_order") != std::string::npos ||
                       text.find("__ATOMIC") != std::string::npos ||
                       text.find("litmus.h") != std::string::npos;
  for (const std::string wish : {"--location '*'", ""}) {
    if (wish.empty() && is_weak) continue;
    SCOPED_TRACE(wish);
    const Ran ran = run("cd " + (folder / ".").string() +
                            " && STEWARD_STORE=store timeout 7200 " STEWARD_TOOL
                            " classify --json report.json " +
                            wish + " --runs " + std::to_string(amount("STEWARD_RUNS", 3)) +
                            " -- ./program </dev/null",
                        folder / "run.txt");
    const Json report = Json::parse(std::ifstream(folder / "report.json"), nullptr, false);
    ASSERT_FALSE(report.is_discarded()) << ran.output;
    EXPECT_TRUE(report["races"].empty()) << ran.output;
    for (const Json& item : report["findings"]) EXPECT_NE(item["kind"], "weak-order") << ran.output;
    // The library has weak atomics of its own, whose old values do no harm.
    const Json locations = wish.empty() ? Json::array() : report.value("locations", Json::array());
    for (const Json& location : locations)
      for (const Json& runs : location["runs"]) EXPECT_EQ(runs["choices"], 0) << ran.output;
  }
}

std::vector<Case> clean_cases() {
  const auto step = static_cast<std::size_t>(amount("STEWARD_CORPUS_STEP", 40));
  std::vector<Case> clean;
  std::size_t at = 0;
  for (const Case& one : cases_in({"live", "litmus"}))
    if (said(one.source, "expect") == std::vector<std::string>{"none"} && at++ % step == 0)
      clean.push_back(one);
  return clean;
}

INSTANTIATE_TEST_SUITE_P(Live, CleanProgram, testing::ValuesIn(clean_cases()), named);

std::vector<Case> classified_cases() {
  std::vector<Case> chosen = by_turns(cases_in({"classify", "weak"}));
  // At another level it is another program.
  if (std::getenv("STEWARD_EVERY_BUILD") != nullptr)
    std::erase_if(chosen, [](const Case& one) { return one.build.level != "O0"; });
  for (Case& one : chosen) one.build.level = "O0";
  return chosen;
}

INSTANTIATE_TEST_SUITE_P(Live, ClassifiedProgram, testing::ValuesIn(classified_cases()), named);

}  // namespace
}  // namespace steward::live_test
