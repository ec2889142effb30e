// What steward confirm calls real and harmful, and what it reports of that.

#include "cli/confirm_program.h"

namespace steward::cli_test {
namespace {

struct ConfirmVerdicts : ConfirmCommand {};

// One of its statements races with something else, which is not this pair.
TEST_F(ConfirmVerdicts, TheRaceOfAnotherPairIsNotThisOnes) {
  const std::string other = compiled(folder, "other", R"(
#include <pthread.h>
int x;
void* worker(void* unused) {
  x = 1;
  return unused;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  int seen = x;
  return seen != 1;
}
)");
  const auto confirm = [&](const char* sites) {
    return steward({"confirm", "--sites", sites, "--runs", "10", "--", other});
  };
  const Ran apart = confirm("other.c:5,other.c:14");
  EXPECT_EQ(apart.exit, 0) << apart.out << apart.err;
  EXPECT_THAT(apart.out, HasSubstr("not reproduced in 20 runs"));
  const Ran itself = confirm("other.c:5,other.c:5");
  EXPECT_EQ(itself.exit, 66) << itself.out << itself.err;
  EXPECT_THAT(itself.out, HasSubstr("held together in 10 of 10 runs"));
}

// The same two statements race at one variable; the other changes hands under a mutex.
TEST_F(ConfirmVerdicts, TheRaceOfAnotherVariableIsNotThisOnes) {
  const std::string two = compiled(folder, "two", R"(
#include <pthread.h>
#include <unistd.h>
int racy, handed, ready;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void set(int* p, int value) { *p = value; }
void* worker(void* unused) {
  set(&racy, 1);
  set(&handed, 1);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t thread;
  int go = 0;
  pthread_create(&thread, 0, worker, 0);
  set(&racy, 2);
  while (!go) {
    pthread_mutex_lock(&mutex);
    go = ready;
    pthread_mutex_unlock(&mutex);
    usleep(1000);
  }
  set(&handed, 2);
  pthread_join(thread, 0);
  return 0;
}
)");
  const Variable store("STEWARD_STORE", folder.path("store"));
  steward({"predict", "--", two});
  const Ran ran = steward({"confirm", "--runs", "10", "--json", folder.path("c.json"), "--", two});
  EXPECT_EQ(ran.exit, 66) << ran.err;
  const Json report = Json::parse(folder.read("c.json"));
  bool racy = false;
  for (const Json& race : report["races"]) {
    racy |= race["location"]["name"] == "racy" && race["verdict"] == "real";
    if (race["location"]["name"] == "handed") {
      EXPECT_EQ(race["verdict"], "potential") << race;
    }
  }
  EXPECT_TRUE(racy) << ran.out;
}

// Two accesses of one line are two statements where the report tells them apart: `data` is set
// before the flag, so that only `racy` races.
TEST_F(ConfirmVerdicts, AccessesOfOneLineAreToldApart) {
  const std::string line = compiled(folder, "line", R"(
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int data, racy, ready;
void* worker(void* unused) {
  data = 1, racy = 1;
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&mutex);
  int go = ready;
  pthread_mutex_unlock(&mutex);
  int seen = (go ? data : 0) + racy;
  pthread_join(thread, 0);
  return seen < 0;
}
)");
  const auto confirm = [&](const char* sites) {
    return steward({"confirm", "--sites", sites, "--runs", "20", "--", line});
  };
  EXPECT_EQ(confirm("line.c:6,line.c:18").exit, 66);
  const Variable store("STEWARD_STORE", folder.path("store"));
  std::string predicted;
  for (int i = 0; i < 20 && predicted.find("'data'") == std::string::npos; ++i)
    predicted = steward({"predict", "--", line}).err;
  const Ran ran = steward({"confirm", "--runs", "20", "--json", folder.path("report"), "--", line});
  EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
  for (const Json& race : Json::parse(folder.read("report"))["races"]) {
    const bool real = race["verdict"] != "potential";
    EXPECT_EQ(real, race["location"]["name"] == "racy") << race;
  }
}

// What was seen once stays true.
TEST_F(ConfirmVerdicts, WhatIsRealStaysReal) {
  const std::string sometimes = compiled(folder, "sometimes", R"(
#include <pthread.h>
#include <stdlib.h>
int x;
void* worker(void* unused) {
  if (getenv("RACE"))
    x = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  x = 2;
  pthread_join(thread, 0);
  return x == 1;
}
)");
  const auto confirm = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"confirm", "--runs", "20", "--json", folder.path("report")};
    words.insert(words.end(), more.begin(), more.end());
    for (const std::string& word : {std::string("--"), sometimes}) words.push_back(word);
    const Ran ran = steward(words);
    EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
    return ran.out;
  };
  const auto race = [&] { return Json::parse(folder.read("report"))["races"][0]; };
  const Variable store("STEWARD_STORE", folder.path("store"));
  {
    const Variable yes("RACE", "1");
    ASSERT_EQ(steward({"run", "--json", folder.path("run"), "--", sometimes}).exit, 66);
  }
  // By a report, and by the store, which knows more.
  EXPECT_THAT(confirm({"--from", folder.path("run"), "--fail-on", "real"}),
              AllOf(HasSubstr("not reproduced in 60 runs, real before"),
                    HasSubstr("0 real, 1 not reproduced")));
  EXPECT_EQ(race()["verdict"], "real");
  EXPECT_EQ(race()["real_by"], "happens-before");
  {
    const Variable yes("RACE", "1");
    confirm({});
  }
  const Json harmful = race();
  EXPECT_EQ(harmful["verdict"], "harmful");
  for (const auto& more : {std::vector<std::string>{}, {"--from", folder.path("run")}}) {
    EXPECT_THAT(confirm(more), HasSubstr("not reproduced in 60 runs, harmful before"));
    EXPECT_EQ(race()["verdict"], "harmful");
    EXPECT_EQ(race()["real_by"], "simultaneous");
    EXPECT_EQ(race()["evidence"], harmful["evidence"]);
    EXPECT_EQ(race()["replay"], harmful["replay"]);
  }
}

// With one random number two threads race; with the other nobody does, and main gives up when the
// thread that it waits for is held back.
TEST_F(ConfirmVerdicts, AFailureOfARunWithoutTheRaceIsNotDueToIt) {
  const std::string other = compiled(folder, "other", R"(
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/random.h>
int x;
atomic_int done;
void* one(void* unused) {
  x = 1;
  atomic_store(&done, 1);
  return unused;
}
void* two(void* unused) {
  x = 2;
  return unused;
}
int main(void) {
  unsigned drawn;
  pthread_t threads[2];
  if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn) return 1;
  int both = drawn & 1;
  pthread_create(&threads[0], 0, one, 0);
  if (both) pthread_create(&threads[1], 0, two, 0);
  for (int i = 0; !both && !atomic_load(&done); ++i)
    if (i > 200) abort();
  for (int i = 0; i <= both; ++i) pthread_join(threads[i], 0);
  return 0;
}
)");
  const Ran ran = steward({"confirm", "--sites", "other.c:9,other.c:14", "--runs", "30", "--json",
                           folder.path("report"), "--", other});
  EXPECT_EQ(ran.exit, 66) << ran.err;
  const Json report = Json::parse(folder.read("report"));
  ASSERT_EQ(report["races"].size(), 1u) << ran.out;
  EXPECT_EQ(report["races"][0]["verdict"], "real") << ran.out;
  EXPECT_EQ(report["races"][0]["runs"]["failed"], 0);
  ASSERT_EQ(report["findings"].size(), 1u) << ran.out;
  EXPECT_EQ(report["findings"][0]["kind"], "abort");
  EXPECT_THAT(ran.out, HasSubstr("with the race (at most"));
}

// Whoever is held at the pair is never far behind the other: only others can be too late.
TEST_F(ConfirmVerdicts, AFailureThatOnlyComesWithoutADirectionIsEvidenceIfTheOrderDecides) {
  const std::string other = compiled(folder, "other", R"(
#include <assert.h>
#include <pthread.h>
volatile int stopping, pending = 1, stopped;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void leave(void) {
  pthread_mutex_lock(&lock);
  if (--pending == 0) stopped = 1;
  pthread_mutex_unlock(&lock);
}
void* work(void* unused) {
  if (stopping)
    return unused;
  pthread_mutex_lock(&lock);
  ++pending;
  pthread_mutex_unlock(&lock);
  assert(!stopped);
  leave();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  stopping = 1;
  leave();
  pthread_join(thread, 0);
  return 0;
}
)");
  const Variable store("STEWARD_STORE", folder.path("store"));
  const Ran ran = steward({"confirm", "--sites", "other.c:12,other.c:24", "--json",
                           folder.path("report"), "--", other});
  const Json race = Json::parse(folder.read("report"))["races"][0];
  EXPECT_EQ(race["verdict"], "harmful") << ran.out;
  const std::string replay = race["evidence"][0]["replay"];
  EXPECT_EQ(replay, "steward replay " + race["id"].get<std::string>() + ".1");
  EXPECT_TRUE(steward({"replay", race["evidence"][0]["id"]}).err.ends_with("outcome: abort\n"));
}

// A wait that nobody can see the end of.
TEST_F(ConfirmVerdicts, ARunThatTakesTooLongIsAHang) {
  const std::string waits = compiled(folder, "waits", R"(
#include <pthread.h>
#include <unistd.h>
void* worker(void* unused) {
  pause();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
)");
  const Variable store("STEWARD_STORE", folder.path("store"));
  const Ran ran = steward(
      {"confirm", "--runs", "1", "--timeout", "1", "--json", folder.path("report"), "--", waits});
  EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
  const Json found = Json::parse(folder.read("report"))["findings"];
  ASSERT_EQ(found.size(), 1u) << ran.out;
  EXPECT_EQ(found[0]["kind"], "hang");
  EXPECT_THAT(found[0]["message"].get<std::string>(), HasSubstr("longer than 1 s"));
  const Ran again = steward({"replay", found[0]["id"]});
  EXPECT_EQ(again.exit, 128 + 9) << again.err;
  EXPECT_TRUE(again.err.ends_with("outcome: hang\n")) << again.err;
}

// In each run locks are numbered as they come.
TEST_F(ConfirmVerdicts, LocksAreCalledTheSameInAllRaces) {
  const std::string locks = compiled(folder, "locks", R"(
#include <pthread.h>
pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void* worker(void* unused) {
  pthread_mutex_lock(&one);
  x = 1;
  pthread_mutex_unlock(&one);
  y = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&two);
  y = 2;
  pthread_mutex_unlock(&two);
  x = 2;
  pthread_join(thread, 0);
  return 0;
}
)");
  const Variable store("STEWARD_STORE", folder.path("store"));
  ASSERT_EQ(steward({"predict", "--", locks}).exit, 66);
  const Ran ran = steward({"confirm", "--runs", "5", "--json", folder.path("report"), "--", locks});
  const Json report = Json::parse(folder.read("report"));
  ASSERT_EQ(report["races"].size(), 2u) << ran.out;
  int held = 0;
  for (const Json& race : report["races"])
    for (const Json& access : race["accesses"])
      for (const Json& lock : access["locks"]) {
        ++held;
        const std::string expected = race["location"]["name"] == "x" ? "one" : "two";
        for (const Json& known : report["locks"])
          if (known["id"] == lock["lock"]) {
            EXPECT_EQ(known["name"], expected);
          }
        EXPECT_THAT(race["hint"].get<std::string>(),
                    HasSubstr(lock["lock"].get<std::string>() + " '" + expected + "'"));
      }
  EXPECT_EQ(held, 2);
}

// What reads and writes has a race of each kind with its like.
TEST_F(ConfirmVerdicts, RacesOfTheSameStatementsAreTriedOnce) {
  const std::string counts = compiled(folder, "counts", R"(
#include <pthread.h>
int counter;
void* worker(void* unused) {
  ++counter;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  ++counter;
  pthread_join(thread, 0);
  return 0;
}
)");
  const Variable store("STEWARD_STORE", folder.path("store"));
  ASSERT_EQ(steward({"predict", "--", counts}).exit, 66);
  const Ran ran =
      steward({"confirm", "--runs", "10", "--json", folder.path("report"), "--", counts});
  const Json report = Json::parse(folder.read("report"));
  EXPECT_GT(report["races"].size(), 1u) << ran.out;
  for (const Json& race : report["races"]) EXPECT_EQ(race["verdict"], "real");
  // One to find the code, three to see what is usual, three times as many to see who goes first.
  EXPECT_EQ(report["outcome"]["runs"], 1 + 10 + 3 + 10 + 3 * 10) << ran.out;
}

// Statements are instructions then.
TEST_F(ConfirmVerdicts, NeedsNoDebugInformation) {
  const std::string bare = compiled(folder, "bare", kProgram, "cc -O1 -fsanitize=thread");
  const Variable store("STEWARD_STORE", folder.path("store"));
  ASSERT_EQ(steward({"predict", "--", bare}).exit, 66);
  const Ran ran = steward({"confirm", "--runs", "10", "--", bare});
  EXPECT_EQ(ran.exit, 66) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("held together in 10 of 10 runs"),
                             HasSubstr("unordered by happens-before in 10 of 10 runs")));
}

}  // namespace
}  // namespace steward::cli_test
