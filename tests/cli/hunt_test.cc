// steward hunt as a user meets it: verdicts, a kill in the middle, mistakes.
#include <cstdlib>
#include <fmt/format.h>
#include <map>

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

// `checked` fails if old values may be read; of `seen` nobody takes harm; `guarded` does not race.
constexpr const char* kProgram = R"(
#include <pthread.h>
#include <stdlib.h>
volatile int checked, seen, guarded;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void* writer(void* none) {
  checked = 1;
  seen = 1;
  pthread_mutex_lock(&lock);
  ++guarded;
  pthread_mutex_unlock(&lock);
  return none;
}
void* reader(void* none) {
  int i;
  for (i = 0; i < 6; ++i)
    if (checked != 0 && checked == 0) abort();
  seen;
  pthread_mutex_lock(&lock);
  ++guarded;
  pthread_mutex_unlock(&lock);
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
)";

struct HuntCommand : testing::Test {
  const Folder folder;
  const Variable store{"STEWARD_STORE", folder.path("store")};
  const std::string program = compiled(folder, "program", kProgram);

  Ran hunt(std::vector<std::string> words) {
    std::vector<std::string> all = {"hunt", "--runs", "10", "--json", folder.path("h.json")};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"--", program});
    return steward(all);
  }
  Json report() const { return Json::parse(folder.read("h.json")); }
  // The strongest of each location.
  std::map<std::string, std::string> verdicts() const {
    std::map<std::string, std::string> all;
    const Json found = report();
    for (const Json& race : found["races"]) {
      const Json& location = race["location"];
      std::string& verdict =
          all[location["name"].is_string() ? location["name"] : location["kind"]];
      if (verdict != "harmful") verdict = race["verdict"];
    }
    return all;
  }
  const std::map<std::string, std::string> expected = {{"checked", "harmful"}, {"seen", "real"}};
};

TEST_F(HuntCommand, TellsRacesThatHurtFromTheRest) {
  const Ran ran = hunt({});
  EXPECT_EQ(ran.exit, 66) << ran.err;
  EXPECT_EQ(verdicts(), expected) << ran.out;
  const Json found = report();
  EXPECT_EQ(found["command"], "hunt");
  // The worst first.
  const Json& worst = found["races"][0];
  EXPECT_EQ(worst["verdict"], "harmful");
  EXPECT_GT(worst["runs"]["adversarial"], 0);
  const Json& last = found["races"].back();
  EXPECT_GT(last["runs"]["predicted"], 0);
  EXPECT_GT(last["runs"]["confirmed"], 0);
  ASSERT_FALSE(worst["evidence"].empty());
  EXPECT_THAT(ran.out, HasSubstr("1 harmful"));
  EXPECT_EQ(steward({"replay", worst["evidence"][0]["id"]}).exit, 128 + 6) << worst["evidence"];
}

// As the README shows it.
TEST_F(HuntCommand, TellsTheRacesOfTheDemo) {
  const std::string server = compiled(folder, "server", project_file("corpus/demo/server.cc"),
                                      "c++ -g -fsanitize=thread -x c++");
  const Ran ran = steward({"hunt", "--runs", "20", "--json", folder.path("h.json"), "--", server});
  EXPECT_EQ(ran.exit, 66) << ran.err;
  const std::map<std::string, std::string> as_shown = {
      {"config", "harmful"}, {"heap", "harmful"}, {"hits", "real"}, {"ready", "real"}};
  EXPECT_EQ(verdicts(), as_shown) << ran.out;
}

TEST_F(HuntCommand, PrintsAFinishedHuntAgain) {
  hunt({});
  const Json first = report();
  const Ran again = hunt({"--resume"});
  EXPECT_EQ(again.exit, 66);
  EXPECT_THAT(again.err, HasSubstr("finished before"));
  EXPECT_EQ(report()["races"], first["races"]);
  // Another seed is another hunt.
  EXPECT_THAT(hunt({"--resume", "--seed", "7"}).err, Not(HasSubstr("finished before")));
}

TEST_F(HuntCommand, GoesOnAfterAKill) {
  const std::string command =
      fmt::format("timeout -s KILL {{}} {} hunt --runs 10 -- {} >/dev/null 2>&1 </dev/null",
                  STEWARD_TOOL, program);
  for (const char* seconds : {"0.4", "0.7", "1.0"})
    ASSERT_EQ(WEXITSTATUS(std::system(fmt::format(fmt::runtime(command), seconds).c_str())), 137);
  const Ran ran = hunt({"--resume"});
  EXPECT_EQ(ran.exit, 66) << ran.err;
  EXPECT_EQ(verdicts(), expected) << ran.out;
}

TEST_F(HuntCommand, EndsWhenItsTimeIsOver) {
  const Ran ran = hunt({"--time", "1s", "--runs", "100000"});
  EXPECT_EQ(ran.exit, 66) << ran.err;
  EXPECT_LT(report()["outcome"]["seconds"], 10);
  EXPECT_FALSE(report()["races"].empty());
}

TEST_F(HuntCommand, FindsNothingWhereNothingIs) {
  const std::string clean = compiled(folder, "clean", R"(
#include <pthread.h>
static int guarded;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* count(void* none) {
  pthread_mutex_lock(&lock);
  ++guarded;
  pthread_mutex_unlock(&lock);
  return none;
}
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, count, 0);
  count(0);
  return pthread_join(one, 0);
}
)");
  const Ran ran = steward({"hunt", "--runs", "5", "--", clean});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("0 races"));
}

TEST_F(HuntCommand, SaysWhatIsWrongWithATime) {
  for (const char* time : {"soon", "5 minutes", "m", "-1s"}) {
    const Ran ran = hunt({"--time", time});
    EXPECT_EQ(ran.exit, 2) << time;
    EXPECT_THAT(ran.err, HasSubstr("--time")) << time;
  }
}

}  // namespace
}  // namespace steward::cli_test
