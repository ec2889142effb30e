// steward predict: a race that counts for nothing does not hide another of the same two places.

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

// One function races on `calm`, and later on `wild`. With `benign`, the program says that
// races on `calm` are so.
constexpr const char* kTwoObjects = R"(
#include <pthread.h>
#include <sched.h>
int calm, wild;
volatile int turn;
__attribute__((no_sanitize("thread"))) static void await(int n) { while (turn != n) sched_yield(); }
__attribute__((no_sanitize("thread"))) static void next(void) { ++turn; }
void AnnotateBenignRaceSized(const char*, int, const volatile void*, long, const char*);
__attribute__((noinline)) void set(int* which, int value) { *which = value; }
void* work(void* number) {
  int mine = (int)(long)number;
  for (int i = 0; i < 40; ++i) {
    await(i * 2 + mine);
    set(i < 20 ? &calm : &wild, turn);
    next();
  }
  return 0;
}
int main(int argc, char** argv) {
  if (argv[1][0] == 'b') AnnotateBenignRaceSized("", 0, &calm, sizeof calm, "plain");
  pthread_t a, b;
  pthread_create(&a, 0, work, (void*)0);
  pthread_create(&b, 0, work, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
)";

class PredictDismissed : public testing::Test {
 protected:
  std::vector<std::string> reported(std::vector<std::string> words, const std::string& argument) {
    words.insert(words.begin(), {"predict", "--json", folder_.path("r.json")});
    words.insert(words.end(), {"--", program_, argument});
    ran_ = steward(words);
    std::vector<std::string> names;
    const Json report = Json::parse(folder_.read("r.json"));
    for (const Json& race : report["races"]) names.push_back(race["location"]["name"]);
    return names;
  }

  Folder folder_;
  std::string program_ = compiled(folder_, "two", kTwoObjects);
  Ran ran_;
};
using NameList = std::vector<std::string>;

TEST_F(PredictDismissed, BenignOnesDoNotHideOthers) {
  EXPECT_EQ(reported({"--phases", "1"}, "benign"), NameList{"wild"});
  EXPECT_EQ(reported({"--phases", "2"}, "benign"), NameList{"wild"});
}

TEST_F(PredictDismissed, SuppressedOnesDoNotHideOthers) {
  const std::string calm = folder_.file("calm", "race:calm\n");
  EXPECT_EQ(reported({"--phases", "1", "--suppress", calm}, "plain"), NameList{"wild"});
  EXPECT_THAT(ran_.err, HasSubstr("1 report suppressed"));
}

TEST_F(PredictDismissed, WhatCountsIsToldOnce) {
  EXPECT_EQ(reported({"--phases", "1"}, "plain").size(), 1u);
  EXPECT_EQ(reported({"--phases", "1", "--fail-on", "real"}, "plain").size(), 1u);
}

}  // namespace
}  // namespace steward::cli_test
