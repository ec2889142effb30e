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

// `same` is written again and again with the value that it has; `late` too, until at last it
// changes.
TEST_F(Predict, WritesThatChangeNothingAreMarkedOrIgnored) {
  const std::string program = compiled(folder_, "constant", R"(
#include <pthread.h>
#include <sched.h>
int same = 1, late = 1, steps;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int turn;
__attribute__((no_sanitize("thread"))) static void await(int n) { while (turn != n) sched_yield(); }
__attribute__((no_sanitize("thread"))) static void next(void) { ++turn; }
void step(void) {
  pthread_mutex_lock(&lock);
  ++steps;
  pthread_mutex_unlock(&lock);
}
void* work(void* number) {
  int mine = (int)(long)number;
  await(mine);
  for (int i = 0; i < 20; ++i) {
    same = 1;
    step();
    late = mine == 1 && i > 10 ? 2 : 1;
    step();
  }
  next();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, (void*)0);
  pthread_create(&b, 0, work, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
)");
  Json report = predicted({"--", program});
  ASSERT_EQ(report["races"].size(), 2u);
  for (const Json& race : report["races"]) EXPECT_EQ(race["constant_write"], true);
  report = predicted({"--ignore-constant-writes", "--", program});
  ASSERT_EQ(report["races"].size(), 1u);
  EXPECT_EQ(report["races"][0]["location"]["name"], "late");
  EXPECT_EQ(report["races"][0]["constant_write"], false);
}

// Two places write `same` and `other`, each once: what the second place does to them is known only
// after the race. What the third does to `cut` is never known: it gets stuck there.
TEST_F(Predict, APlaceIsJudgedByWhatItHasWritten) {
  const std::string program = compiled(folder_, "judged", R"(
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
int same = 1, other = 1, cut = 1, steps;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int turn;
__attribute__((no_sanitize("thread"))) static void await(int n) { while (turn < n) sched_yield(); }
__attribute__((no_sanitize("thread"))) static void next(void) { ++turn; }
void step(void) {
  pthread_mutex_lock(&lock);
  ++steps;
  pthread_mutex_unlock(&lock);
}
void* first(void* unused) {
  same = 1;
  step();
  other = 1;
  step();
  cut = 1;
  step();
  next();
  return unused;
}
void* second(void* unused) {
  await(1);
  same = 1;
  step();
  other = 2;
  step();
  cut = 1;
  next();
  await(9);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  await(2);
  _exit(0);
}
)");
  Json report = predicted({"--", program});
  ASSERT_EQ(report["races"].size(), 3u);
  for (const Json& race : report["races"])
    EXPECT_EQ(race["constant_write"], false) << "one of its places had written nothing before";
  report = predicted({"--ignore-constant-writes", "--", program});
  std::set<std::string> names;
  for (const Json& race : report["races"]) names.insert(race["location"]["name"]);
  EXPECT_EQ(names, (std::set<std::string>{"cut", "other"}));
}

TEST_F(Predict, GdbStopsAtTheSecondAccess) {
  const std::string commands = folder_.file("commands", "frame\nprint value\nkill\nquit\n");
  const std::string out = folder_.path("out");
  const std::string command = std::string(STEWARD_TOOL) + " predict --gdb -- " + hidden_ + " <" +
                              commands + " >" + out + " 2>&1";
  static_cast<void>(std::system(command.c_str()));
  EXPECT_THAT(folder_.read("out"), AllOf(HasSubstr("WARNING: Steward: data race"),
                                         HasSubstr(" in late ("), HasSubstr("$1 = 1\n")))
      << "it has not written yet";
}

TEST_F(Predict, TheHintSaysWhichLockOthersHold) {
  const std::string program = compiled(folder_, "usual", R"(
#include <pthread.h>
#include <sched.h>
int value;
pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
volatile int turn;
__attribute__((no_sanitize("thread"))) static void await(int n) { while (turn != n) sched_yield(); }
__attribute__((no_sanitize("thread"))) static void next(void) { ++turn; }
void* work(void* number) {
  int mine = (int)(long)number;
  await(mine);
  if (mine < 3) pthread_mutex_lock(&mu);
  value = mine;
  if (mine < 3) pthread_mutex_unlock(&mu);
  next();
  return 0;
}
int main(void) {
  pthread_t all[4];
  for (long i = 0; i < 4; ++i) pthread_create(&all[i], 0, work, (void*)i);
  for (int i = 0; i < 4; ++i) pthread_join(all[i], 0);
  return 0;
}
)");
  EXPECT_THAT(predict({"--", program}).err,
              HasSubstr("Hint: 3 of 4 accesses of this location hold M1 'mu'; the write by T4 "
                        "holds none."));
}

// Each account has a lock, and one write in eight is made without. An array, and blocks of the same
// call: either way the same place in all of them is looked at.
TEST_F(Predict, TheHintCountsWhatOthersOfItsKindAreGuardedBy) {
  const char* const text = R"(
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
struct Account { long id; pthread_mutex_t mu; long balance; };
enum { kAccounts = 8 };
struct Account* all[kAccounts];
volatile int turn;
__attribute__((no_sanitize("thread"))) static void await(int n) { while (turn != n) sched_yield(); }
__attribute__((no_sanitize("thread"))) static void next(void) { ++turn; }
void* work(void* number) {
  await((int)(long)number);
  for (int i = 0; i < kAccounts; ++i) {
    int locked = (long)number == 0 || i != 6;
    if (locked) pthread_mutex_lock(&all[i]->mu);
    all[i]->balance = i;
    if (locked) pthread_mutex_unlock(&all[i]->mu);
  }
  next();
  return 0;
}
int main(void) {
#ifdef ARRAY
  struct Account* array = calloc(kAccounts, sizeof(struct Account));
  for (int i = 0; i < kAccounts; ++i) all[i] = array + i;
#else
  for (int i = 0; i < kAccounts; ++i) all[i] = malloc(sizeof(struct Account));
#endif
  for (int i = 0; i < kAccounts; ++i) pthread_mutex_init(&all[i]->mu, 0);
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
)";
  // Those before the seventh by two threads, the last two by the first thread, and this one.
  for (const std::string begin : {"", "#define ARRAY\n"}) {
    const std::string program = compiled(folder_, "kind", begin + text);
    for (const std::vector<std::string>& how :
         {std::vector<std::string>{"--phases", "1", "--", program}, {"--", program}})
      EXPECT_THAT(predict(how).err,
                  HasSubstr("Hint: 14 of 15 accesses of this location and its like in 7 other "
                            "objects hold M1 or theirs; the write by T2 holds none."));
  }
}

TEST_F(Predict, AtomicsAreMessagesUnlessIgnored) {
  const std::string program = compiled(folder_, "atomics", R"(
#include <pthread.h>
#include <sched.h>
int payload, ready;
void* work(void* unused) {
  while (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE)) sched_yield();
  ++payload;
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  payload = 1;
  __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
  pthread_join(a, 0);
  return 0;
}
)");
  for (const char* phases : {"1", "2"}) {
    EXPECT_EQ(steward({"predict", "--phases", phases, "--", program}).exit, 0);
    EXPECT_EQ(steward({"predict", "--phases", phases, "--atomics", "ignore", "--", program}).exit,
              66);
  }
}

TEST_F(Predict, HaltStopsAtTheSecondAccess) {
  EXPECT_EQ(predict({"--", hidden_}).out, "its end\n");
  const Ran ran = predict({"--halt", "--exit-code", "9", "--", hidden_});
  EXPECT_EQ(ran.exit, 9);
  EXPECT_EQ(ran.out, "");
}

// The first time it runs, it makes the file of its first argument. What it does then, and what the
// other times, are the next two: "late" races on a variable of its own, "locks" holds several
// locks, "crash" ends by a signal, "quiet" does nothing else. In any case `value` races.
constexpr const char* kTwice = R"(
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int value, late;
pthread_mutex_t locks[5] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                            PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                            PTHREAD_MUTEX_INITIALIZER};
const char* way;
void* work(void* unused) {
  ++value;
  if (strcmp(way, "late") == 0) ++late;
  int held = strcmp(way, "locks") == 0 ? 5 : 1;
  for (int i = 0; i < held; ++i) pthread_mutex_lock(&locks[i]);
  for (int i = held; i-- > 0;) pthread_mutex_unlock(&locks[i]);
  return unused;
}
int main(int argc, char** argv) {
  int first = open(argv[1], O_CREAT | O_EXCL | O_RDWR, 0600) >= 0;
  way = argv[first ? 2 : 3];
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  char line[100] = "no line\n";
  fgets(line, sizeof line, stdin);
  printf("%s", line);
  fprintf(stderr, "said\n");
  if (strcmp(way, "crash") == 0) raise(SIGSEGV);
  return 0;
}
)";

class PredictTwice : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    programs_ = std::make_unique<Folder>();
    program_ = compiled(*programs_, "twice", kTwice);
  }
  static void TearDownTestSuite() { programs_.reset(); }

  // The variables that are reported if its executions are of these ways.
  std::set<std::string> predicted(const std::string& first, const std::string& then) {
    ran_ = steward({"predict", "--json", folder_.path("r.json"), "--", program_,
                    folder_.path("marker-" + first + "-" + then), first, then});
    report_ = Json::parse(folder_.read("r.json"));
    std::set<std::string> names;
    for (const Json& race : report_["races"]) names.insert(race["location"]["name"]);
    return names;
  }

  static std::unique_ptr<Folder> programs_;
  static std::string program_;
  Folder folder_;
  Ran ran_;
  Json report_;
};
std::unique_ptr<Folder> PredictTwice::programs_;
std::string PredictTwice::program_;

using Names = std::set<std::string>;

std::size_t count_of(const std::string& word, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    ++count;
  return count;
}

TEST_F(PredictTwice, TheSecondPhaseWatchesWhatTheFirstSelected) {
  EXPECT_EQ(predicted("late", "late"), (Names{"late", "value"}));
  EXPECT_EQ(predicted("quiet", "late"), Names{"value"}) << "not selected, so not watched";
  EXPECT_EQ(predicted("late", "quiet"), Names{"value"}) << "only what races in the second";
}

TEST_F(PredictTwice, OnlyTheSecondPhaseIsSeen) {
  predicted("quiet", "quiet");
  EXPECT_THAT(ran_.out, "no line\n");
  EXPECT_EQ(count_of("said", ran_.err), 1u);
  EXPECT_EQ(report_["outcome"]["runs"], 2);
}

TEST_F(PredictTwice, TheFirstPhaseMayCrash) {
  EXPECT_EQ(predicted("crash", "quiet"), Names{"value"});
  EXPECT_EQ(ran_.exit, 66);
}

TEST_F(PredictTwice, MoreLocksThanExpectedAreTriedAgain) {
  EXPECT_EQ(predicted("quiet", "locks"), Names{"value"});
  EXPECT_THAT(ran_.err, HasSubstr("a thread held 5 locks where 2 were expected; running again"));
  EXPECT_EQ(report_["outcome"]["runs"], 3);
}

}  // namespace
}  // namespace steward::cli_test
