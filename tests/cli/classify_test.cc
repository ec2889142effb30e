// steward classify as a user meets it: from a prediction, by name, with mistakes.
#include <fstream>

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

// A check, then a use: in between the value is gone, if old ones may be read.
constexpr const char* kStaleProgram = R"(
#include <pthread.h>
#include <stdio.h>
struct { int other; volatile int flag; } state;
volatile int unused[4];
void* writer(void* none) {
  state.flag = 1;
  unused[1] = 1;
  return none;
}
void* reader(void* none) {
  int i, bad = 0;
  for (i = 0; i < 6; ++i) {
    if (state.flag != 0 && state.flag == 0) bad = 1;
    unused[1];
  }
  return bad ? &state : none;
}
int main(void) {
  pthread_t one, other;
  void* bad = 0;
  pthread_create(&one, 0, writer, 0);
  pthread_create(&other, 0, reader, 0);
  pthread_join(one, 0);
  pthread_join(other, &bad);
  puts(bad ? "bad" : "good");
  return 0;
}
)";

struct ClassifyCommand : testing::Test {
  const Folder folder;
  const Variable store{"STEWARD_STORE", folder.path("store")};
  const std::string program = compiled(folder, "program", kStaleProgram);

  Ran classify(std::vector<std::string> words) {
    std::vector<std::string> all = {"classify", "--runs", "10", "--json", folder.path("c.json")};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"--", program});
    return steward(all);
  }
  Json report() const { return Json::parse(folder.read("c.json")); }
};

// It reads memory as it is at that moment, and goes on as recorded.
TEST_F(ClassifyCommand, GdbStopsAtTheStaleRead) {
  ASSERT_EQ(classify({"--location", "state.flag"}).exit, 66);
  std::string id;
  const Json all = report();
  for (const Json& race : all["races"])
    for (const Json& evidence : race["evidence"]) id = evidence["id"];
  ASSERT_FALSE(id.empty());
  std::ofstream(folder.path("commands")) << "print state.flag\ncontinue\nprint state.flag\nquit\n";
  const Ran ran = steward({"replay", id, "--gdb"}, folder.path("commands"));
  EXPECT_THAT(ran.out, HasSubstr("gets an old value: 0. Memory has it for this read only."));
  EXPECT_THAT(ran.out, HasSubstr("if (state.flag != 0 && state.flag == 0) bad = 1;"));
  EXPECT_THAT(ran.out, HasSubstr("$1 = 0"));
  EXPECT_THAT(ran.out, HasSubstr("exited normally"));
  EXPECT_THAT(ran.err, Not(HasSubstr("divergence")));
}

TEST_F(ClassifyCommand, BeginsWhereAPredictionEnds) {
  ASSERT_EQ(steward({"predict", "--json", folder.path("p.json"), "--", program}).exit, 66);
  const Ran ran = classify({});
  EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
  const Json classified = report();
  bool harmful = false;
  for (const Json& race : classified["races"]) {
    const bool is_flag = race["location"]["name"] == "state";
    EXPECT_EQ(race["verdict"] == "harmful", is_flag && !race["evidence"].empty()) << ran.out;
    EXPECT_EQ(race["runs"]["adversarial"], 40);
    if (race["evidence"].empty()) continue;
    harmful = true;
    const Json& evidence = race["evidence"][0];
    EXPECT_EQ(evidence["outcome"], "wrong-output");
    EXPECT_EQ(evidence["cause"], "stale-value");
    EXPECT_TRUE(evidence["heuristic"].is_string());
    EXPECT_THAT(evidence["detail"].get<std::string>(), HasSubstr("gets 0 where 1 is the latest"));
    const Ran again = steward({"replay", evidence["id"]});
    EXPECT_EQ(again.exit, 0) << again.err;
    EXPECT_THAT(again.out, HasSubstr("bad"));
    EXPECT_THAT(again.err, HasSubstr("outcome: wrong-output"));
  }
  EXPECT_TRUE(harmful) << ran.out;
  ASSERT_EQ(classified["locations"].size(), 2u) << ran.out;
  EXPECT_EQ(classified["locations"][0]["runs"].size(), 6u);
}

TEST_F(ClassifyCommand, TakesPartsOfVariablesByTheirNames) {
  EXPECT_EQ(classify({"--location", "state.flag"}).exit, 66);
  EXPECT_EQ(report()["races"][0]["location"]["offset"], 4);
  EXPECT_EQ(classify({"--location", "state.other"}).exit, 0);
  EXPECT_EQ(classify({"--location", "unused[1]", "--fail-on", "harmful"}).exit, 0);
  EXPECT_FALSE(report()["races"].empty());
  EXPECT_EQ(classify({"--location", "unused[3]"}).exit, 0);
}

// Of what is copied as a whole every member may be old: the first one alone tells nothing here.
TEST_F(ClassifyCommand, TracksAllMembersOfWhatIsCopied) {
  const std::string copying = compiled(folder, "copying", R"(
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct record { long first, second, third, fourth, fifth; } shared;
void* writer(void* none) {
  struct record made = {1, 1, 1, 1, 1};
  memcpy(&shared, &made, sizeof made);
  return none;
}
void* reader(void* none) {
  int i;
  for (i = 0; i < 4; ++i) {
    struct record seen;
    memcpy(&seen, &shared, sizeof seen);
    if (seen.first == 1 && seen.second == 0) abort();
  }
  return none;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, writer, 0);
  pthread_create(&other, 0, reader, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
)",
                                       "cc -g -O0 -fsanitize=thread");
  ASSERT_EQ(steward({"predict", "--", copying}).exit, 66);
  const Ran ran =
      steward({"classify", "--runs", "40", "--json", folder.path("c.json"), "--", copying});
  ASSERT_EQ(report()["races"].size(), 1u) << ran.out << ran.err;
  EXPECT_EQ(report()["races"][0]["verdict"], "harmful") << ran.out;
}

// The symbols of what has to do with std::string have a mark that no source has.
TEST_F(ClassifyCommand, TakesVariablesWhoseNamesAreMarked) {
  const std::string named = compiled(folder, "named", R"(
#include <map>
#include <string>
#include <thread>
std::map<std::string, int> counts;
int main() {
  std::thread other([] { counts["a"] = 1; });
  const bool odd = counts.size() > 2;
  other.join();
  return odd;
}
)",
                                     "c++ -g -fsanitize=thread -x c++");
  ASSERT_EQ(steward({"predict", "--", named}).exit, 66);
  const Ran ran =
      steward({"classify", "--runs", "5", "--json", folder.path("c.json"), "--", named});
  EXPECT_THAT(ran.err, Not(HasSubstr("can be tracked")));
  EXPECT_NE(ran.exit, 2) << ran.err;
  EXPECT_FALSE(report()["races"].empty());
  const Ran by_name = steward({"classify", "--location", "counts", "--runs", "5", "--json",
                               folder.path("c.json"), "--", named});
  EXPECT_NE(by_name.exit, 2) << by_name.err;
  EXPECT_FALSE(report()["races"].empty()) << by_name.out;
}

TEST_F(ClassifyCommand, TakesOneHeuristicAndACheck) {
  const Ran ran = classify({"--location", "state.flag", "--heuristic", "oldest-but-different",
                            "--check", "grep -q good"});
  EXPECT_EQ(ran.exit, 66) << ran.out;
  const Json location = report()["locations"][0];
  ASSERT_EQ(location["runs"].size(), 3u);
  EXPECT_EQ(location["runs"][2]["heuristic"], "oldest-but-different");
  EXPECT_GT(location["runs"][2]["failed"], 5);
}

// Where nothing is tracked only few steps are made.
TEST_F(ClassifyCommand, ManyAccessesAreNoHang) {
  const std::string busy = compiled(folder, "busy", R"(
#include <pthread.h>
static volatile int often;
static void* worker(void* unused) {
  often = 1;
  return unused;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  for (int i = 0; i < 200000; ++i) often = 2;
  pthread_join(thread, 0);
}
)");
  const Ran ran = steward({"classify", "--location", "often", "--runs", "1", "--heuristic",
                           "oldest", "--json", folder.path("c.json"), "--", busy});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_TRUE(report()["findings"].empty()) << ran.out;
}

TEST_F(ClassifyCommand, MistakesAreNamed) {
  const auto complains = [&](std::vector<std::string> words, const std::string& about) {
    const Ran ran = classify(std::move(words));
    EXPECT_EQ(ran.exit, 2) << ran.out << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(about));
  };
  complains({"--location", "nowhere"}, "nowhere");
  complains({"--location", "state.nothing"}, "state.nothing");
  complains({"--heuristic", "newest"}, "newest");
  complains({"--from", folder.path("missing.json")}, "missing.json");
  complains({"--runs", "0"}, "--runs");
}

TEST_F(ClassifyCommand, WithoutRacesOnlyAtomicObjectsAreLookedAt) {
  const std::string clean = compiled(folder, "clean", kCleanProgram);
  const Ran ran = steward({"classify", "--runs", "5", "--", clean});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("no race of this program is known"));
}

}  // namespace
}  // namespace steward::cli_test
