// steward confirm as a user meets it: from a prediction, with mistakes, again with the same seed.

#include <cstdlib>
#include <set>

#include "cli/confirm_program.h"

namespace steward::cli_test {
namespace {

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
  EXPECT_THAT(folder.read("out"), HasSubstr("Verdict: harmful"));
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
  for (const char* strategy : {"random", "pct", "pos"}) {
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

// Who is given a program alone finds out by itself what races in it.
TEST_F(ConfirmCommand, WithoutAnyPairItFindsItsOwn) {
  const Variable store("STEWARD_STORE", folder.path("store"));
  const Ran ran = steward({"confirm", "--json", folder.path("report"), "--", program});
  EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("what races in its first executions is confirmed"));
  const Json report = Json::parse(folder.read("report"));
  ASSERT_EQ(report["races"].size(), 1u) << ran.out;
  EXPECT_EQ(report["races"][0]["verdict"], "harmful");
  EXPECT_EQ(report["races"][0]["runs"]["confirmed"], 100);
  EXPECT_TRUE(report["findings"].empty()) << report["findings"];
}

// No race, and only strict turns come to it: in a random walk one of a million.
constexpr const char* kCountsInTurn = R"(
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counts[2] = {1, 1};
void* add(void* which) {
  int k, me = which != 0;
  for (k = 0; k < 11; ++k) {
    pthread_mutex_lock(&lock);
    counts[me] += counts[!me];
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, add, 0);
  pthread_create(&other, 0, add, &one);
  pthread_join(one, 0);
  pthread_join(other, 0);
  if (counts[0] >= 46368 || counts[1] >= 46368) abort();
  return 0;
}
)";

TEST_F(ConfirmCommand, WithoutADirectionExecutionsGoAllWaysThereAre) {
  const Variable store("STEWARD_STORE", folder.path("store"));
  const std::string counts = compiled(folder, "counts", kCountsInTurn);
  const Ran ran = steward({"confirm", "--json", folder.path("report"), "--", counts});
  EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
  const Json report = Json::parse(folder.read("report"));
  EXPECT_TRUE(report["races"].empty()) << ran.out;
  ASSERT_EQ(report["findings"].size(), 1u) << ran.out;
  EXPECT_EQ(report["findings"][0]["kind"], "abort");
  const Ran again = steward({"replay", report["findings"][0]["id"].get<std::string>()});
  EXPECT_EQ(again.exit, 128 + 6);
  EXPECT_THAT(again.err, HasSubstr("outcome: abort"));
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
