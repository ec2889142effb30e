// steward predict: reports of races that were not seen, and how they are told.

#include <memory>

#include "cli/run_program.h"
#include "report/schema_check.h"

namespace steward::cli_test {
namespace {

// One thread writes under a lock, another without; a second lock happens to order them.
constexpr const char* kHidden = R"(
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
int value;
pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
volatile int done;
__attribute__((no_sanitize("thread"))) static void announce(void) { done = 1; }
__attribute__((no_sanitize("thread"))) static void await(void) { while (!done) sched_yield(); }
void* early(void* unused) {
  pthread_mutex_lock(&mine);
  value = 1;
  pthread_mutex_unlock(&mine);
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  announce();
  return unused;
}
void* late(void* unused) {
  await();
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  value = 2;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, early, 0);
  pthread_create(&b, 0, late, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  puts("its end");
  return 3;
}
)";

class Predict : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    programs_ = std::make_unique<Folder>();
    hidden_ = compiled(*programs_, "hidden", kHidden);
  }
  static void TearDownTestSuite() { programs_.reset(); }

  static Ran predict(std::vector<std::string> words) {
    words.insert(words.begin(), {"predict", "--phases", "1"});
    return steward(words);
  }
  Json predicted(std::vector<std::string> words) {
    words.insert(words.begin(), {"--json", folder_.path("r.json")});
    predict(words);
    return Json::parse(folder_.read("r.json"));
  }

  static std::unique_ptr<Folder> programs_;
  static std::string hidden_;
  Folder folder_;
};
std::unique_ptr<Folder> Predict::programs_;
std::string Predict::hidden_;

TEST_F(Predict, ReportsWhatAnotherScheduleWouldShow) {
  EXPECT_EQ(steward({"run", "--", hidden_}).exit, 3) << "this schedule is clean";
  const Ran ran = predict({"--", hidden_});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(ran.err,
              AllOf(HasSubstr("WARNING: Steward: data race"), HasSubstr("#0 late"),
                    HasSubstr("#0 early"), HasSubstr("(mutexes: write M"),
                    HasSubstr("Location is global 'value'"), HasSubstr("Verdict: potential"),
                    HasSubstr("'mine', the write by T2 holds no lock: taking it there too")));
}

TEST_F(Predict, ItsJsonSaysPotential) {
  const Json report = predicted({"--", hidden_});
  EXPECT_TRUE(is_valid_report(folder_.read("r.json")));
  EXPECT_EQ(report["command"], "predict");
  ASSERT_EQ(report["races"].size(), 1u);
  const Json& race = report["races"][0];
  EXPECT_EQ(race["verdict"], "potential");
  EXPECT_TRUE(race["real_by"].is_null());
  EXPECT_EQ(race["runs"]["predicted"], 1);
  EXPECT_EQ(race["accesses"][0]["locks"].size(), 1u);
  EXPECT_EQ(race["accesses"][0]["locks"][0]["acquired_at"][0]["function"], "early");
  EXPECT_EQ(race["accesses"][1]["locks"].size(), 0u);
}

TEST_F(Predict, TheSameRaceHasTheSameNameInEachRun) {
  std::set<std::string> prints;
  for (int i = 0; i < 3; ++i) prints.insert(predicted({"--", hidden_})["races"][0]["fingerprint"]);
  EXPECT_EQ(prints.size(), 1u);
}

TEST_F(Predict, WhatIsOnlyPredictedNeedNotFail) {
  const Ran ran = predict({"--fail-on", "real", "--", hidden_});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("WARNING: Steward: data race"));
}

TEST_F(Predict, HaltStopsAtTheSecondAccess) {
  EXPECT_EQ(predict({"--", hidden_}).out, "its end\n");
  const Ran ran = predict({"--halt", "--exit-code", "9", "--", hidden_});
  EXPECT_EQ(ran.exit, 9);
  EXPECT_EQ(ran.out, "");
}

}  // namespace
}  // namespace steward::cli_test
