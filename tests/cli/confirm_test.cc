// steward confirm as a user meets it: from a prediction, with mistakes, again with the same seed.

#include <csignal>
#include <cstdlib>
#include <set>
#include <sstream>

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

// The schedule that a bundle holds: it has the same size in each of them.
std::string schedule_in(const std::string& bundle) {
  const std::size_t line = bundle.find('\n', bundle.find('\n') + 1);
  return bundle.substr(line + 1);
}

TEST_F(ConfirmCommand, TheSameSeedIsTheSameRun) {
  const auto schedule = [&](const std::string& seed, const std::string& name) {
    const Variable store("STEWARD_STORE", folder.path(name));
    const std::string json = folder.path(name + ".json");
    const Ran ran = steward({"confirm", "--sites", "program.c:5,program.c:11", "--runs", "1",
                             "--seed", seed, "--json", json, "--", program});
    EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
    const std::string id = Json::parse(folder.read(name + ".json"))["races"][0]["id"];
    return schedule_in(folder.read(name + "/bundles/" + id + ".steward"));
  };
  std::set<std::string> different;
  for (const char* seed : {"1", "2", "3", "4", "5", "6"}) {
    const std::string first = schedule(seed, std::string("a") + seed);
    EXPECT_GT(first.size(), 20u);
    EXPECT_EQ(first, schedule(seed, std::string("b") + seed));
    different.insert(first);
  }
  EXPECT_GT(different.size(), 1u);
}

// The manifest of a bundle.
Json manifest_in(const std::string& bundle) {
  const std::size_t begin = bundle.find('\n') + 1;
  return Json::parse(bundle.substr(begin, bundle.find('\n', begin) - begin));
}

// What a strategy expects is the same however many runs there are: PCT changes priorities at steps
// among as many.
TEST_F(ConfirmCommand, TheSameSeedIsTheSameRunAmongMore) {
  const std::string varies = compiled(folder, "varies", R"(
#include <pthread.h>
#include <sys/random.h>
int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void* worker(void* unused) {
  unsigned char times;
  if (getrandom(&times, 1, 0) != 1) return unused;
  for (int i = 0; i < times; ++i) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  counter = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  counter = 2;
  pthread_join(thread, 0);
  return 0;
}
)");
  for (const char* strategy : {"directed", "pct"}) {
    const auto bundle = [&](const std::string& runs) {
      const std::string name = strategy + runs;
      const Variable store("STEWARD_STORE", folder.path(name));
      const Ran ran = steward({"confirm", "--sites", "varies.c:13,varies.c:19", "--strategy",
                               strategy, "--runs", runs, "--seed", "7", "--json",
                               folder.path(name + ".json"), "--", varies});
      EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
      const std::string id = Json::parse(folder.read(name + ".json"))["races"][0]["id"];
      return folder.read(name + "/bundles/" + id + ".steward");
    };
    const std::string one = bundle("1");
    const std::string many = bundle("20");
    EXPECT_EQ(manifest_in(one)["options"]["expected_steps"],
              manifest_in(many)["options"]["expected_steps"]);
    if (manifest_in(many)["options"]["seed"] == 7) {
      EXPECT_EQ(schedule_in(one), schedule_in(many));
    }
  }
}

// Where nothing can be stored, the command that made it makes it again.
TEST_F(ConfirmCommand, WithoutAStoreTheCommandIsToldWhole) {
  const Variable store("STEWARD_STORE", "/dev/null/store");
  std::string source = kProgram;
  source.replace(source.find("return counter"), 0, "if (counter == 1) __builtin_trap(); ");
  const std::string traps = compiled(folder, "traps", source);
  const Ran ran =
      steward({"confirm", "--sites", "traps.c:5,traps.c:11", "--strategy", "pos", "--spurious",
               "--runs", "40", "--json", folder.path("report"), "--", traps, "it's", "$HOME"});
  const Json race = Json::parse(folder.read("report"))["races"][0];
  ASSERT_EQ(race["verdict"], "harmful") << ran.out;
  const std::string command = race["evidence"][0]["replay"];
  EXPECT_THAT(command,
              AllOf(HasSubstr("--strategy pos --spurious"), EndsWith("'it'\\''s' '$HOME'")));
  ASSERT_THAT(command, StartsWith("steward confirm"));
  const std::string out = folder.path("out");
  EXPECT_NE(std::system((STEWARD_TOOL + command.substr(7) + " >" + out + " 2>&1").c_str()), 0);
  EXPECT_THAT(folder.read("out"), HasSubstr("crash in 1 of 1 runs"));
}

// However many are at work.
TEST_F(ConfirmCommand, SeveralJobsFindWhatOneFinds) {
  const auto report = [&](const std::string& jobs) {
    const std::string name = "report" + jobs;
    const Ran ran = steward({"confirm", "--sites", "program.c:5,program.c:11", "--runs", "30",
                             "--jobs", jobs, "--json", folder.path(name), "--", program});
    EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
    Json all = Json::parse(folder.read(name))["races"][0];
    for (Json& access : all["accesses"]) access.erase("process");
    return all;
  };
  const Json one = report("1");
  EXPECT_EQ(one["runs"]["confirm_tried"], 30);
  EXPECT_EQ(report("3"), one);
}

TEST_F(ConfirmCommand, WithoutAnyPairThreadsAreScheduledAtRandom) {
  const Variable store("STEWARD_STORE", folder.path("store"));
  for (const char* strategy : {"directed", "random", "pct", "pos"}) {
    const Ran ran = steward(
        {"confirm", "--strategy", strategy, "--json", folder.path("report"), "--", program});
    EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("no race of this program is known"));
    const Json found = Json::parse(folder.read("report"))["findings"];
    ASSERT_EQ(found.size(), 1u) << ran.out;
    EXPECT_EQ(found[0]["kind"], "exit-code");
    EXPECT_THAT(ran.out, HasSubstr("Replay: " + found[0]["replay"].get<std::string>()));
  }
}

// Each run begins at the beginning: memory, stdin, output.
TEST_F(ConfirmCommand, NoRunSeesTheOneBefore) {
  const std::string again = compiled(folder, "again", R"(
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
int made, counter;
void* worker(void* unused) {
  counter = 1;
  return unused;
}
__attribute__((constructor)) void make(void) { ++made; }
int main(void) {
  char line[10] = "", more[10] = "";
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  counter = 2;
  pthread_join(thread, 0);
  if (made != 1 || fgets(line, 10, stdin) == NULL || line[0] != 'a') return 1;
  if (fgets(more, 10, stdin) != NULL || lseek(1, 0, SEEK_END) != 0) return 1;
  puts("written");
  return 0;
}
)");
  const Ran ran =
      steward({"confirm", "--sites", "again.c:7,again.c:15", "--runs", "20", "--", again},
              folder.file("input", "a\n"));
  EXPECT_THAT(ran.out, HasSubstr("no failure in 20 runs")) << ran.err;
}

// One of its statements races with something else, which is not this pair.
TEST_F(ConfirmCommand, TheRaceOfAnotherPairIsNotThisOnes) {
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

// What was seen once stays true.
TEST_F(ConfirmCommand, WhatIsRealStaysReal) {
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
              AllOf(HasSubstr("not reproduced in 40 runs, real before"),
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
    EXPECT_THAT(confirm(more), HasSubstr("not reproduced in 40 runs, harmful before"));
    EXPECT_EQ(race()["verdict"], "harmful");
    EXPECT_EQ(race()["real_by"], "simultaneous");
    EXPECT_EQ(race()["evidence"], harmful["evidence"]);
    EXPECT_EQ(race()["replay"], harmful["replay"]);
  }
}

// A wait that nobody can see the end of.
TEST_F(ConfirmCommand, ARunThatTakesTooLongIsAHang) {
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

// By an option, by a variable, or by the program itself.
TEST_F(ConfirmCommand, WhatIsSuppressedIsNotTried) {
  const std::string from = folder.path("predicted.json");
  ASSERT_EQ(steward({"predict", "--json", from, "--", program}).exit, 66);
  const std::string list = folder.file("list", "race:worker\nrace:nothing\n");
  const auto confirm = [&](const std::vector<std::string>& more, const std::string& path) {
    std::vector<std::string> words{"confirm", "--runs", "2", "--json", folder.path("report")};
    words.insert(words.end(), more.begin(), more.end());
    for (const std::string& word : {std::string("--"), path}) words.push_back(word);
    return steward(words);
  };
  const auto is_suppressed = [&](const Ran& ran) {
    EXPECT_EQ(Json::parse(folder.read("report"))["races"].size(), 0u) << ran.out;
    EXPECT_THAT(ran.out, AllOf(HasSubstr("Steward: 1 report suppressed"),
                               Not(HasSubstr("data race")), Not(HasSubstr("held together"))));
  };
  const Ran option = confirm({"--from", from, "--suppress", list}, program);
  is_suppressed(option);
  EXPECT_EQ(option.exit, 0) << option.out;
  EXPECT_THAT(option.out, AllOf(HasSubstr("matched nothing"), HasSubstr("race:nothing")));
  // Where it shows only then what the statements are.
  is_suppressed(confirm({"--sites", "program.c:5,program.c:11", "--suppress", list}, program));
  {
    const Variable variable("TSAN_OPTIONS", "suppressions=" + list);
    is_suppressed(confirm({"--from", from}, program));
  }
  {
    const Variable variable("STEWARD_OPTIONS", "supressions=x");
    EXPECT_THAT(confirm({"--from", from}, program).err, HasSubstr("suppressions"));
  }
  const std::string own = compiled(folder, "own",
                                   std::string(kProgram) +
                                       "const char* __tsan_default_suppressions(void) "
                                       "{ return \"race:worker\"; }\n");
  is_suppressed(confirm({"--sites", "own.c:5,own.c:11"}, own));
}

// In each run locks are numbered as they come.
TEST_F(ConfirmCommand, LocksAreCalledTheSameInAllRaces) {
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

// Children that it leaves behind, with its variables and without, end with it.
TEST_F(ConfirmCommand, NobodyIsLeftBehind) {
  const std::string leaves = compiled(folder, "leaves", R"(
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void* worker(void* unused) { return unused; }
void leave(const char* file, int with_variables) {
  int written[2];
  char text[20];
  if (pipe(written) != 0) return;
  if (fork() != 0) {
    if (read(written[0], text, 1) != 1) _exit(2);
    return;
  }
  int length = snprintf(text, sizeof text, "%d\n", (int)getpid());
  int out = open(file, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (write(out, text, length) != length || write(written[1], text, 1) != 1) _exit(1);
  close(out);
  setsid();
  char* none[] = {NULL};
  if (!with_variables) execle("/bin/sleep", "sleep", "600", NULL, none);
  for (;;) sleep(600);
}
int main(int argc, char** argv) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  leave(argv[1], 0);
  leave(argv[1], 1);
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  return 0;
}
)");
  const Variable store("STEWARD_STORE", folder.path("store"));
  const auto all_gone = [&] {
    std::istringstream numbers(folder.read("numbers"));
    int count = 0;
    for (pid_t number = 0; numbers >> number; ++count)
      EXPECT_NE(kill(number, 0), 0) << "process " << number << " lives on";
    return count;
  };
  const Ran ran = steward({"confirm", "--runs", "3", "--json", folder.path("report"), "--", leaves,
                           folder.path("numbers")});
  EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
  EXPECT_EQ(all_gone(), 8);
  // They have the replay's streams, too.
  const Json found = Json::parse(folder.read("report"))["findings"];
  ASSERT_EQ(found.size(), 1u) << ran.out;
  EXPECT_EQ(steward({"replay", found[0]["id"]}).exit, 66);
  EXPECT_EQ(all_gone(), 10);
}

// Whoever interrupts it hears of what was done, and of nothing else.
TEST_F(ConfirmCommand, WhatWasNotTriedIsNotCalledNotReproduced) {
  const auto interrupted = [&](const std::string& options) {
    const std::string out = folder.path("out");
    const int status =
        std::system(("timeout --foreground -s INT 1 " STEWARD_TOOL " confirm --runs 1000000 " +
                     options + " -- " + program + " >" + out + " 2>&1 </dev/null")
                        .c_str());
    EXPECT_NE(status, 0);
    return folder.read("out");
  };
  EXPECT_THAT(interrupted("--sites program.c:5,program.c:11"),
              HasSubstr("1 pair: 0 harmful, 0 real, 0 not reproduced, 1 not tried; "));
  EXPECT_THAT(interrupted("--check-determinism"),
              AllOf(Not(HasSubstr("000,000 seeds")), HasSubstr("Steward: 0 findings; ")));
}

// What a run had to give up is said, once for all.
TEST_F(ConfirmCommand, WhatIsNotControlledIsSaid) {
  const std::string futex = compiled(folder, "futex", R"(
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
static int word;
// Not by syscall(), which would be seen.
static long call(int operation, int value) {
  long result;
  register long timeout asm("r10") = 0;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(SYS_futex), "D"(&word), "S"(operation), "d"(value), "r"(timeout)
               : "rcx", "r11", "memory");
  return result;
}
void* worker(void* unused) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
  call(FUTEX_WAKE_PRIVATE, 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  while (!__atomic_load_n(&word, __ATOMIC_SEQ_CST)) call(FUTEX_WAIT_PRIVATE, 0);
  pthread_join(thread, 0);
  return 0;
}
)");
  const Ran ran =
      steward({"confirm", "--runs", "10", "--json", folder.path("report"), "--", futex});
  const Json loss = Json::parse(folder.read("report"))["loss"];
  ASSERT_EQ(loss.size(), 1u) << ran.out;
  EXPECT_THAT(loss[0]["what"].get<std::string>(), HasSubstr("the same seed may give another"));
  EXPECT_GT(loss[0]["count"], 0);
  EXPECT_LE(loss[0]["count"], 11);
  EXPECT_THAT(ran.out, HasSubstr(loss[0]["what"].get<std::string>()));
}

// With one random number two threads race; with the other nobody does, and main gives up when the
// thread that it waits for is held back.
TEST_F(ConfirmCommand, AFailureOfARunWithoutTheRaceIsNotDueToIt) {
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
TEST_F(ConfirmCommand, AFailureThatOnlyComesWithoutADirectionIsEvidenceIfTheOrderDecides) {
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

// What reads and writes has a race of each kind with its like.
TEST_F(ConfirmCommand, RacesOfTheSameStatementsAreTriedOnce) {
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
  // One to find the code, three to see what is usual.
  EXPECT_EQ(report["outcome"]["runs"], 1 + 10 + 3 + 10) << ran.out;
}

// Statements are instructions then.
TEST_F(ConfirmCommand, NeedsNoDebugInformation) {
  const std::string bare = compiled(folder, "bare", kProgram, "cc -O1 -fsanitize=thread");
  const Variable store("STEWARD_STORE", folder.path("store"));
  ASSERT_EQ(steward({"predict", "--", bare}).exit, 66);
  const Ran ran = steward({"confirm", "--runs", "10", "--", bare});
  EXPECT_EQ(ran.exit, 66) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("held together in 10 of 10 runs"),
                             HasSubstr("unordered by happens-before in 10 of 10 runs")));
}

struct Determinism : testing::Test {
  Ran check(const std::string& body) {
    const std::string program = compiled(folder, "program", R"(
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void* worker(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}
void start(int count) {
  pthread_t thread;
  for (int i = 0; i < count; ++i) {
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
  }
}
int main(int argc, char** argv) {
  start(2);
)" + body + "  return 0;\n}\n");
    return steward({"confirm", "--check-determinism", "--runs", "5", "--", program});
  }
  const Folder folder;
};

TEST_F(Determinism, IsThereForMost) {
  const Ran ran = check(R"(
  unsigned drawn;
  FILE* stream = fopen(argv[0], "r");
  if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn) return 1;
  int local;
  printf("%p %p %p %u %ld\n", (void*)&local, malloc(10), (void*)main, drawn, (long)time(0));
  start(drawn % 3);
  fclose(stream);
)");
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("each of 5 seeds gave the same execution three times"));
}

TEST_F(Determinism, ADifferentOutputIsSaid) {
  const Ran ran = check("  printf(\"I am %d\\n\", (int)getpid());\n");
  EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("nondeterminism"), HasSubstr("I am "),
                             HasSubstr("the number of its process")));
}

TEST_F(Determinism, ADifferentWayIsSaidWithItsPlaceAndReason) {
  const std::string state = folder.file("state", "x");
  const Ran ran = check("  FILE* in = fopen(\"" + state + R"(", "r");
  int count = 0;
  while (fgetc(in) != EOF) ++count;
  fclose(in);
  FILE* out = fopen(")" +
                        state + R"(", "a");
  fputc('x', out);
  fclose(out);
  start(count);
)");
  EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("it is another execution"), HasSubstr("program.c:"),
                             HasSubstr(state + ", which it reads, is another each time")));
}

// Of an older build, say.
TEST_F(ConfirmCommand, ARaceWithoutCodeDoesNotKeepOthersBack) {
  const std::string from = folder.path("predicted.json");
  ASSERT_EQ(steward({"predict", "--json", from, "--", program}).exit, 66);
  Json report = Json::parse(folder.read("predicted.json"));
  Json old = report["races"][0];
  old["id"] = "R-old";
  for (Json& access : old["accesses"]) access["stack"][0]["line"] = 900;
  for (Json& access : old["accesses"]) access["line"] = 900;
  report["races"].insert(report["races"].begin(), old);
  folder.file("both.json", report.dump());
  const auto confirm = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"confirm", "--from", folder.path("both.json"), "--runs", "10"};
    words.insert(words.end(), more.begin(), more.end());
    for (const std::string& word : {std::string("--"), program}) words.push_back(word);
    return steward(words);
  };
  const Ran ran = confirm({});
  EXPECT_EQ(ran.exit, 66) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("note: R-old is left out: "));
  EXPECT_THAT(ran.out, HasSubstr("held together in 10 of 10 runs"));
  EXPECT_THAT(ran.out, HasSubstr("0 not reproduced, 1 not tried"));
  const Ran none = confirm({"--pair", "R-old"});
  EXPECT_EQ(none.exit, 2) << none.out;
  EXPECT_THAT(none.err, HasSubstr("all pairs were left out"));
}

TEST_F(ConfirmCommand, WhatCannotBeDoneIsSaid) {
  const auto says = [&](const std::vector<std::string>& words, const char* message) {
    std::vector<std::string> all{"confirm"};
    all.insert(all.end(), words.begin(), words.end());
    const Ran ran = steward(all);
    EXPECT_EQ(ran.exit, 2) << ran.out;
    EXPECT_THAT(ran.err, HasSubstr(message));
  };
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
