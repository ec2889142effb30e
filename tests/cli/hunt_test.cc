// steward hunt as a user meets it: verdicts, a kill in the middle, mistakes.
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <random>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/run_program.h"
#include "store/database.h"

namespace steward::cli_test {
namespace {

// `checked` fails if old values may be read; of `seen` nobody takes harm; `guarded` does not race.
constexpr const char* kHuntedProgram = R"(
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
  const std::string program = compiled(folder, "program", kHuntedProgram);

  Ran hunt(std::vector<std::string> words) {
    std::vector<std::string> all = {"hunt", "--runs", "10", "--json", folder.path("h.json")};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"--", program});
    return steward(all);
  }
  // By its journal, which is in that store.
  void kill_hunt_after(std::uint64_t runs, const std::string& seed, const std::string& in) const {
    const pid_t hunt = fork();
    if (hunt == 0) {
      const int nowhere = open("/dev/null", O_RDWR);
      for (const int stream : {0, 1, 2}) dup2(nowhere, stream);
      execl(STEWARD_TOOL, "steward", "hunt", "--runs", "10", "--seed", seed.c_str(), "--",
            program.c_str(), nullptr);
      _exit(127);
    }
    while (runs_kept(in) < runs && waitpid(hunt, nullptr, WNOHANG) == 0) usleep(5'000);
    kill(hunt, SIGKILL);
    waitpid(hunt, nullptr, 0);
  }
  static std::uint64_t runs_kept(const std::string& in) {
    std::error_code none;
    for (const auto& file : std::filesystem::directory_iterator(in + "/hunts", none)) {
      if (file.path().extension() != ".db") continue;
      auto journal = store::Database::open(file.path().string(), true);
      if (!journal) continue;
      if (const auto count = journal->run("SELECT count(*) FROM runs"); count && !count->empty())
        return std::stoull(count->at(0).at(0));
    }
    return 0;
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

// Predicted as an order of locks; then schedules are directed at it.
TEST_F(HuntCommand, ReachesADeadlockThatIsPredicted) {
  const std::string philosophers =
      compiled(folder, "philosophers", project_file("corpus/explore/philosophers.c"));
  EXPECT_EQ(
      steward({"hunt", "--runs", "5", "--json", folder.path("h.json"), "--", philosophers}).exit,
      66);
  const Json found = report();
  std::set<std::string> kinds;
  for (const Json& finding : found["findings"]) kinds.insert(finding["kind"]);
  EXPECT_THAT(kinds, testing::ElementsAre("deadlock", "lock-order"));
}

// Somebody who has to come last of many, and no race: some two in a hundred executions.
constexpr const char* kComesLast = R"(
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;
int get(void) {
  int seen;
  pthread_mutex_lock(&lock);
  seen = count;
  pthread_mutex_unlock(&lock);
  return seen;
}
void* look(void* none) {
  if (get() >= 8) abort();
  return none;
}
void* add(void* none) {
  int seen = get();
  pthread_mutex_lock(&lock);
  count = seen + 1;
  pthread_mutex_unlock(&lock);
  return none;
}
int main(void) {
  pthread_t threads[9];
  int i;
  for (i = 0; i < 9; ++i) pthread_create(&threads[i], 0, i == 0 ? look : add, 0);
  for (i = 0; i < 9; ++i) pthread_join(threads[i], 0);
  return 0;
}
)";

TEST_F(HuntCommand, FindsWhatNoRaceExplains) {
  const std::string last = compiled(folder, "last", kComesLast);
  const Ran ran = steward({"hunt", "--runs", "30", "--json", folder.path("h.json"), "--", last});
  EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
  EXPECT_TRUE(verdicts().empty()) << ran.out;
  const Json findings = report()["findings"];
  ASSERT_EQ(findings.size(), 1u) << ran.out;
  EXPECT_EQ(findings[0]["kind"], "abort");
  const Ran again = steward({"replay", findings[0]["id"].get<std::string>()});
  EXPECT_THAT(again.err, HasSubstr("outcome: abort"));
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

// STEWARD_KILLS hunts, each killed at a moment of its own: what comes of them is the same as
// without.
TEST_F(HuntCommand, GoesOnAfterAKill) {
  const char* const wanted = std::getenv("STEWARD_KILLS");
  const int kills = wanted != nullptr ? std::atoi(wanted) : 2;
  const unsigned chance = std::random_device{}();
  SCOPED_TRACE(fmt::format("chance {}", chance));
  std::minstd_rand random(chance);
  for (int i = 0; i < kills; ++i) {
    const std::string seed = std::to_string(i + 1);
    Json unbroken;
    {
      const Variable own("STEWARD_STORE", folder.path("unbroken" + seed));
      hunt({"--seed", seed});
      unbroken = report();
    }
    const Variable own("STEWARD_STORE", folder.path("killed" + seed));
    // Some of its runs, few or many; or it is still predicting.
    const std::uint64_t wanted_runs =
        i == 0 ? 20 : std::uniform_int_distribution<std::uint64_t>(0, 80)(random);
    SCOPED_TRACE(fmt::format("killed when {} runs were kept", wanted_runs));
    kill_hunt_after(wanted_runs, seed, folder.path("killed" + seed));
    const Ran ran = hunt({"--resume", "--seed", seed});
    EXPECT_EQ(ran.exit, 66) << ran.err;
    EXPECT_EQ(verdicts(), expected) << ran.out;
    Json resumed = report();
    if (i == 0) {
      EXPECT_LT(resumed["outcome"]["runs"], unbroken["outcome"]["runs"]);
    }
    // There threads go as they like.
    for (Json* const one : {&resumed, &unbroken})
      for (Json& race : (*one)["races"]) race["runs"].erase("predicted");
    ASSERT_EQ(resumed["races"].size(), unbroken["races"].size());
    for (std::size_t j = 0; j < resumed["races"].size(); ++j)
      for (const char* field : {"fingerprint", "verdict", "runs"})
        EXPECT_EQ(resumed["races"][j][field], unbroken["races"][j][field]);
  }
}

// What is predicted falsely, because a flag is polled under a lock, is told after what is real, and
// not at any length.
TEST_F(HuntCommand, ManyPredictionsDoNotHideWhatIsReal) {
  std::string text = R"(
#include <pthread.h>
#include <sched.h>
int ready;
volatile int seen;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
)";
  std::string writes, reads;
  for (int i = 0; i < 12; ++i) {
    text += fmt::format("int handed_over_{};\n", i);
    writes += fmt::format("  handed_over_{} = 1;\n", i);
    reads += fmt::format("  sum += handed_over_{};\n", i);
  }
  text += "void* writer(void* none) {\n  seen = 1;\n" + writes + R"(
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_mutex_unlock(&lock);
  return none;
}
int main(void) {
  pthread_t thread;
  int over = 0, sum = 0;
  pthread_create(&thread, 0, writer, 0);
  seen;
  while (!over) {
    pthread_mutex_lock(&lock);
    over = ready;
    pthread_mutex_unlock(&lock);
    sched_yield();
  }
)" + reads +
          "  pthread_join(thread, 0);\n  return sum != 12;\n}\n";
  const std::string many = compiled(folder, "many", text);
  const Ran ran = steward({"hunt", "--runs", "5", "--json", folder.path("h.json"), "--", many});
  EXPECT_EQ(ran.exit, 66) << ran.err;
  std::map<std::string, int> counts;
  const Json found = report();
  for (const Json& race : found["races"]) ++counts[race["verdict"]];
  EXPECT_EQ(counts, (std::map<std::string, int>{{"real", 1}, {"potential", 12}})) << ran.out;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("no harm in 20 runs with stale values\npotential "),
                             HasSubstr("\npotential 2 more: steward list\nSteward: 13 races")));
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

// Nobody races when threads go as they like, since one of them sleeps first; under control all do,
// but for `late`, which a join keeps apart. Its usual exit code is 5.
constexpr const char* kHiddenBehindLock = R"(
#include <pthread.h>
#include <unistd.h>
static volatile int one, two, late;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* first(void* none) {
  one = 1;
  two = 1;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return none;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, first, 0);
  usleep(100000);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  one = 2;
  two = 2;
  pthread_join(thread, 0);
  late = 1;
  return 5;
}
)";

// Many pairs are tried in one run first, which ends when all have met: that is a run like others.
TEST_F(HuntCommand, FindsRacesThatHide) {
  const std::string hidden = compiled(folder, "hidden", kHiddenBehindLock);
  for (const char* const jobs : {"1", "3"}) {
    const Variable own("STEWARD_STORE", folder.path(std::string("swept") + jobs));
    const Ran ran = steward(
        {"hunt", "--runs", "1", "--jobs", jobs, "--json", folder.path("h.json"), "--", hidden});
    EXPECT_EQ(ran.exit, 66) << ran.err;
    const std::map<std::string, std::string> both = {{"one", "real"}, {"two", "real"}};
    EXPECT_EQ(verdicts(), both) << ran.out;
    const Json found = report();
    for (const Json& race : found["races"])
      EXPECT_THAT(steward({"replay", race["id"]}).exit, testing::AnyOf(0, 5)) << race;
  }
}

// The two threads hardly ever come to `kept` both, and never when they go as they like.
std::string rarely(const std::string& result) {
  return R"(
#include <pthread.h>
#include <stdatomic.h>
static atomic_int steps;
int kept, broken;
static void* step(void* none) {
  for (int i = 0; i < 5; ++i) atomic_fetch_add(&steps, 1);
  kept = 2;
  return none;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, step, 0);
  int before = atomic_load(&steps);
  int after = atomic_load(&steps);
  if (after - before > 2 && after < 5) {
    kept = 1;
    broken = 1;
  }
  pthread_join(thread, 0);
  return )" +
         result + ";\n}\n";
}
const std::map<std::string, std::string> kKeptIsReal = {{"kept", "real"}};

// With this seed the first run that fails comes late: what raced in it was not known before. It
// fails by something else.
TEST_F(HuntCommand, FindsWhatRacedInARunThatFailed) {
  const std::string rare = compiled(folder, "rare", rarely("broken"));
  const Variable own("STEWARD_STORE", folder.path("rare-store"));
  const Ran ran = steward({"hunt", "--runs", "20", "--json", folder.path("h.json"), "--", rare});
  EXPECT_EQ(verdicts(), kKeptIsReal) << ran.out;
}

// With this one it comes early, but does not fail.
TEST_F(HuntCommand, LooksAtAllAccessesOfSomeRuns) {
  const std::string rare = compiled(folder, "rare", rarely("0 * broken"));
  const Variable own("STEWARD_STORE", folder.path("rare-store"));
  const Ran ran =
      steward({"hunt", "--runs", "1", "--seed", "10", "--json", folder.path("h.json"), "--", rare});
  EXPECT_EQ(verdicts(), kKeptIsReal) << ran.out;
}

// Nobody reads the counter. But who counts first may come first to what matters, and only a thread
// that stops to count comes too late.
TEST_F(HuntCommand, DoesNotBlameAHarmlessRaceForAnother) {
  const std::string beside = compiled(folder, "beside", R"(
#include <pthread.h>
#include <semaphore.h>
int counted;
int* volatile config;
static int value, wrong;
static sem_t started;
static void* load(void* none) {
  sem_post(&started);
  counted = 1;
  config = &value;
  return none;
}
static void* work(void* none) {
  counted = 2;
  if (!config) wrong = 1;
  return none;
}
int main(void) {
  pthread_t one, other;
  sem_init(&started, 0, 0);
  pthread_create(&one, 0, load, 0);
  sem_wait(&started);
  pthread_create(&other, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return wrong;
}
)");
  const Variable own("STEWARD_STORE", folder.path("beside-store"));
  const Ran ran = steward({"hunt", "--json", folder.path("h.json"), "--", beside});
  const std::map<std::string, std::string> expected = {{"counted", "real"}, {"config", "harmful"}};
  EXPECT_EQ(verdicts(), expected) << ran.out;
}

// A race that needs another input is told from the store, and that it is from there.
TEST_F(HuntCommand, SaysWhatIsKnownFromBefore) {
  const std::string sometimes = compiled(folder, "sometimes", R"(
#include <pthread.h>
#include <stdlib.h>
int x;
static void* set(void* unused) {
  if (getenv("RACE")) x = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  x = 2;
  pthread_join(thread, 0);
  return 0;
}
)");
  const Variable own("STEWARD_STORE", folder.path("sometimes-store"));
  {
    const Variable yes("RACE", "1");
    EXPECT_THAT(steward({"hunt", "--runs", "1", "--", sometimes}).err,
                Not(HasSubstr("known from before")));
  }
  EXPECT_THAT(steward({"hunt", "--runs", "1", "--", sometimes}).err,
              HasSubstr("note: known from before, and not seen this time: R-"));
}

// As it is it never ends; under control it is clear why.
TEST_F(HuntCommand, LooksAtAProgramThatHangs) {
  const std::string stuck = compiled(folder, "stuck", R"(
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* take(void* none) {
  pthread_mutex_lock(&lock);
  return none;
}
int main(void) {
  pthread_t one;
  pthread_mutex_lock(&lock);
  pthread_create(&one, 0, take, 0);
  return pthread_join(one, 0);
}
)");
  const Ran ran = steward(
      {"hunt", "--runs", "5", "--timeout", "2", "--json", folder.path("h.json"), "--", stuck});
  EXPECT_EQ(ran.exit, 66) << ran.err;
  std::set<std::string> kinds;
  const Json found = report();
  for (const Json& item : found["findings"]) kinds.insert(item["kind"]);
  EXPECT_THAT(kinds, testing::IsSupersetOf({"hang", "deadlock"})) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("as it is, the program did not end within 2 s"));
}

// What goes on in the background is not followed, and does not go on for ever.
TEST_F(HuntCommand, SaysThatProcessesLivedOn) {
  const std::string daemon = compiled(folder, "daemon", R"(
#define _DEFAULT_SOURCE
#include <unistd.h>
int main(void) {
  if (daemon(1, 0) != 0) return 1;
  sleep(600);
  return 0;
}
)");
  const Ran ran = steward({"hunt", "--runs", "1", "--", daemon});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("processes that went on when the program had ended"));
  const std::string look = "pgrep -f '^" + daemon + "$' > /dev/null";
  EXPECT_NE(std::system(look.c_str()), 0) << "one is still there";
}

// What a command of the user's says of each run counts, however many are at work.
TEST_F(HuntCommand, ChecksEveryRun) {
  for (const char* const jobs : {"1", "4"}) {
    const Ran ran = steward({"classify", "--location", "seen", "--runs", "20", "--jobs", jobs,
                             "--check", "exit 7", "--", program});
    EXPECT_THAT(ran.out, HasSubstr("--check ends with 7, in 20 of 20 runs")) << ran.out << ran.err;
  }
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
