// steward confirm as a user meets it: from a prediction, with mistakes, again with the same seed.

#include <set>

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

// The two writes stand on lines of their own.
constexpr const char* kProgram = R"(
#include <pthread.h>
int counter;
void* worker(void* unused) {
  counter = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  counter = 2;
  pthread_join(thread, 0);
  return counter == 1 ? 3 : 0;
}
)";

struct ConfirmCommand : testing::Test {
  const Folder folder;
  const std::string program = compiled(folder, "program", kProgram);
};

TEST_F(ConfirmCommand, BeginsWhereAPredictionEnds) {
  const std::string from = folder.path("predicted.json");
  ASSERT_EQ(steward({"predict", "--json", from, "--", program}).exit, 66);
  const Ran ran = steward({"confirm", "--from", from, "--runs", "20", "--json",
                           folder.path("confirmed.json"), "--", program});
  EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
  const Json before = Json::parse(folder.read("predicted.json"))["races"][0];
  const Json report = Json::parse(folder.read("confirmed.json"));
  ASSERT_EQ(report["races"].size(), 1u) << ran.out;
  const Json& race = report["races"][0];
  EXPECT_EQ(race["id"], before["id"]);
  EXPECT_EQ(race["fingerprint"], before["fingerprint"]);
  EXPECT_EQ(race["real_by"], "simultaneous");
  EXPECT_EQ(race["verdict"], "harmful");
  EXPECT_EQ(race["runs"]["confirm_tried"], 20);
  EXPECT_EQ(race["runs"]["confirmed"], 20);
  EXPECT_EQ(race["evidence"][0]["outcome"], "exit-code");
  EXPECT_THAT(ran.out, HasSubstr("held together in 20 of 20 runs"));

  const Ran other = steward({"confirm", "--from", from, "--pair", "R-none", "--", program});
  EXPECT_EQ(other.exit, 2);
  EXPECT_THAT(other.err, AllOf(HasSubstr("R-none"), HasSubstr(before["id"].get<std::string>())));
}

TEST_F(ConfirmCommand, TheSameSeedIsTheSameRun) {
  const auto schedule = [&](const std::string& seed) {
    const Variable written("STEWARD_SCHEDULE", folder.path("schedule"));
    const Ran ran = steward({"confirm", "--sites", "program.c:5,program.c:11", "--runs", "1",
                             "--seed", seed, "--", program});
    EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
    return folder.read("schedule");
  };
  std::set<std::string> different;
  for (const char* seed : {"1", "2", "3", "4", "5", "6"}) {
    const std::string first = schedule(seed);
    EXPECT_GT(first.size(), 20u);
    EXPECT_EQ(first, schedule(seed));
    different.insert(first);
  }
  EXPECT_GT(different.size(), 1u);
}

TEST_F(ConfirmCommand, WhatCannotBeDoneIsSaid) {
  const auto says = [&](const std::vector<std::string>& words, const char* message) {
    std::vector<std::string> all{"confirm"};
    all.insert(all.end(), words.begin(), words.end());
    const Ran ran = steward(all);
    EXPECT_EQ(ran.exit, 2) << ran.out;
    EXPECT_THAT(ran.err, HasSubstr(message));
  };
  says({"--", program}, "nothing to confirm");
  says({"--sites", "a.c:1", "--", program}, "a comma between");
  says({"--sites", "a.c,b.c:2", "--", program}, "'a.c' is not FILE:LINE");
  says({"--sites", "program.c:5,program.c:900", "--runs", "1", "--", program},
       "program.c:900: no code");
  says({"--from", program, "--", program}, "not a report of Steward");
  says({"--from", folder.path("gone.json"), "--", program}, "gone.json");
  says({"--sites", "a.c:1,a.c:2", "--", "/bin/true"}, "instrumented");
}

}  // namespace
}  // namespace steward::cli_test
