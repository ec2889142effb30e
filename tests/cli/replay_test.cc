// steward replay as a user meets it: what confirm has stored, again.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

namespace fs = std::filesystem;

// Who loses depends on who goes first. It reads a file, stdin and a variable, and what a random
// device says.
constexpr const char* kReplayedProgram = R"(
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int counter, seen;
void* worker(void* unused) {
  counter = 1;
  return unused;
}
int main(int argc, char** argv) {
  char line[100] = "", text[100] = "";
  FILE* file = fopen(argv[1], "r");
  if (file != NULL && fgets(text, sizeof text, file) == NULL) return 9;
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  counter = 2;
  seen = counter;
  pthread_join(thread, 0);
  if (fgets(line, sizeof line, stdin) == NULL) return 8;
  printf("%s %s%s", getenv("GTEST_WORD"), text, line);
  fflush(stdout);
  for (int i = 0; i < (text[0] == 'x' ? 1 : 2); ++i) {
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
  }
  assert(seen == 2);
  return 0;
}
)";

struct Replay : testing::Test {
  Replay() { std::ofstream(file) << "first\n"; }

  Ran confirm() {
    std::ofstream(folder.path("input")) << "from stdin\n";
    const Variable word("GTEST_WORD", "word");
    return steward({"confirm", "--sites", "program.c:9,program.c:19", "--runs", "20", "--json",
                    folder.path("report.json"), "--", program, file},
                   folder.path("input"));
  }
  // Of the failure.
  std::string evidence() {
    const Ran ran = confirm();
    EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
    const Json report = Json::parse(folder.read("report.json"));
    EXPECT_EQ(report["races"].size(), 1u) << ran.out;
    const Json found = report["races"][0]["evidence"][0];
    EXPECT_EQ(found["outcome"], "abort");
    EXPECT_EQ(found["replay"], "steward replay " + found["id"].get<std::string>());
    EXPECT_THAT(ran.out, HasSubstr(found["replay"].get<std::string>() + " (abort)"));
    return found["id"];
  }
  std::string bundle_of(const std::string& id) {
    return folder.path("store/bundles/" + id + ".steward");
  }

  const Folder folder;
  const Variable store{"STEWARD_STORE", folder.path("store")};
  const std::string file = folder.path("file");
  const std::string program =
      compiled(folder, "program", kReplayedProgram, "cc -g -O0 -fsanitize=thread");
};

TEST_F(Replay, IsTheSameAgain) {
  const std::string id = evidence();
  const Ran ran = steward({"replay", id});
  EXPECT_EQ(ran.exit, 128 + 6) << ran.out << ran.err;
  EXPECT_EQ(ran.out, "word first\nfrom stdin\n");
  EXPECT_THAT(ran.err, HasSubstr("WARNING: Steward: data race"));
  EXPECT_THAT(ran.err, HasSubstr("Assertion"));
  EXPECT_TRUE(ran.err.ends_with("outcome: abort\n")) << ran.err;
  // The race itself, by an execution in which it happened; and by a file, from elsewhere.
  EXPECT_THAT(steward({"replay", id.substr(0, id.find('.'))}).err, HasSubstr("outcome: "));
  const std::string moved = folder.path("moved");
  fs::copy(bundle_of(id), moved);
  fs::remove_all(folder.path("store"));
  EXPECT_TRUE(steward({"replay", moved}).err.ends_with("outcome: abort\n"));
}

// What is no race is repeated as well, and keeps its name.
TEST_F(Replay, ADeadlockIsTheSameAgain) {
  const std::string stuck = compiled(folder, "stuck", R"(
#include <pthread.h>
pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
void* worker(void* unused) {
  pthread_mutex_lock(&one);
  pthread_mutex_lock(&two);
  pthread_mutex_unlock(&two);
  pthread_mutex_unlock(&one);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&two);
  pthread_mutex_lock(&one);
  pthread_mutex_unlock(&one);
  pthread_mutex_unlock(&two);
  pthread_join(thread, 0);
  return 0;
}
)");
  const Ran found =
      steward({"confirm", "--runs", "50", "--json", folder.path("report"), "--", stuck});
  ASSERT_EQ(found.exit, 66) << found.out << found.err;
  EXPECT_THAT(found.out,
              testing::ContainsRegex("deadlock in [0-9]+ of 50 runs .* without a direction"));
  const std::string id = Json::parse(folder.read("report"))["findings"][0]["id"];
  const Ran ran = steward({"replay", id});
  EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
  EXPECT_THAT(ran.out + ran.err, HasSubstr("no thread can go on"));
  EXPECT_THAT(ran.out + ran.err, testing::ContainsRegex("SUMMARY: .* " + id + "\n"));
}

TEST_F(Replay, AnotherExecutionIsNoticed) {
  const std::string id = evidence();
  std::ofstream(file) << "x\n";
  const Ran ran = steward({"replay", id});
  EXPECT_EQ(ran.exit, 3) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("ended sooner than the recorded one"));
  EXPECT_THAT(ran.err, HasSubstr(file + " has changed since"));
}

TEST_F(Replay, TheFirstOtherStepIsShown) {
  std::ofstream(file) << "x\n";
  const std::string id = evidence();
  std::ofstream(file) << "first\n";
  const Ran ran = steward({"replay", id.substr(0, id.find('.'))});
  EXPECT_EQ(ran.exit, 3) << ran.err;
  EXPECT_THAT(ran.err, AllOf(HasSubstr("WARNING: Steward: divergence"), HasSubstr("program.c:")));
}

TEST_F(Replay, AnotherProgramIsNotTried) {
  const std::string id = evidence();
  std::ofstream(program, std::ios::app) << "x";
  const Ran ran = steward({"replay", id});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("another program now"));
  fs::remove(program);
  EXPECT_THAT(steward({"replay", id}).err, HasSubstr("the program is not there"));
}

TEST_F(Replay, WhatCannotBeFoundIsSaid) {
  EXPECT_THAT(steward({"replay", "R-none"}).err, HasSubstr("no store"));
  const std::string id = evidence();
  const Ran ran = steward({"replay", "R-none"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr(id));
  std::ofstream(folder.path("wrong")) << "wrong";
  EXPECT_THAT(steward({"replay", folder.path("wrong")}).err, HasSubstr("no bundle of Steward"));
}

TEST_F(Replay, ADamagedScheduleIsSaidToBeDamaged) {
  const std::string id = evidence();
  std::string bundle = folder.read("store/bundles/" + id + ".steward");
  const std::size_t schedule = bundle.find('\n', bundle.find('\n') + 1) + 1;
  bundle.at(schedule + 40) ^= 0x55;
  const auto replayed = [&] {
    std::ofstream(folder.path("damaged"), std::ios::binary) << bundle;
    const Ran ran = steward({"replay", folder.path("damaged")});
    EXPECT_EQ(ran.exit, 2);
    return ran.err;
  };
  EXPECT_THAT(replayed(), HasSubstr("the schedule in it is damaged"));
  // Of before there was a hash, as far as it shows: here the beginning is none.
  bundle.replace(bundle.find("schedule_hash"), 8, "formerly");
  bundle.at(schedule) ^= 1;
  EXPECT_THAT(replayed(), HasSubstr("the schedule in the bundle is damaged"));
}

TEST_F(Replay, GdbStopsWithBothThreadsAtTheRace) {
  const std::string id = evidence();
  std::ofstream(folder.path("commands")) << "bt\ncontinue\nquit\n";
  const Ran ran = steward({"replay", id, "--gdb"}, folder.path("commands"));
  EXPECT_THAT(ran.out, HasSubstr("stands at the race, and goes first"));
  EXPECT_THAT(ran.out, HasSubstr("stands at the race, and goes second"));
  EXPECT_THAT(ran.out, HasSubstr("counter = 1;"));
  EXPECT_THAT(ran.out, HasSubstr("seen = counter;"));
  EXPECT_THAT(ran.out, HasSubstr("SIGABRT"));
  EXPECT_THAT(ran.err, Not(HasSubstr("divergence")));
}

// What stands between two words that gdb was told to print.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin), to = text.find(end, from);
  EXPECT_TRUE(from != std::string::npos && to != std::string::npos) << text;
  return to == std::string::npos ? "" : text.substr(from, to - from);
}

TEST_F(Replay, GdbShowsBothSidesWhenItIsAsked) {
  const std::string id = evidence();
  std::ofstream(folder.path("commands"))
      << "echo <race>\nsteward race\necho <threads>\nsteward threads\n"
         "echo <second>\nsteward race second\necho <gone>\ncontinue\nsteward race\n"
         "echo <end>\nkill\nsteward race\nquit\n";
  const Ran ran = steward({"replay", id, "--gdb"}, folder.path("commands"));
  const std::string race = between(ran.out, "<race>", "<threads>");
  // The source of both, what called them, and nothing of the runtime in between.
  EXPECT_THAT(race, AllOf(HasSubstr("-> 9\t  counter = 1;"), HasSubstr("-> 19\t  seen = counter;"),
                          HasSubstr("in worker ("), HasSubstr("in main (")));
  EXPECT_THAT(race, Not(HasSubstr("libsteward")));
  EXPECT_THAT(race, Not(HasSubstr("steward_at_race")));
  EXPECT_THAT(between(ran.out, "<threads>", "<second>"),
              AllOf(testing::ContainsRegex("main at [^\n]*program.c:19\n"),
                    testing::ContainsRegex("worker at [^\n]*program.c:9\n")));
  const std::string second = between(ran.out, "<second>", "<gone>");
  // It fails because main gets what the other has just written.
  EXPECT_THAT(second, AllOf(HasSubstr("goes second"), HasSubstr("seen = counter;")));
  EXPECT_THAT(second, Not(HasSubstr("goes first")));
  EXPECT_THAT(between(ran.out, "<gone>", "<end>"),
              AllOf(HasSubstr("by now it is here"), HasSubstr("has ended")));
  EXPECT_THAT(ran.err, HasSubstr("No thread has stopped at a race"));
}

// Without Steward: the script stops where the compiler's own runtime reports.
TEST_F(Replay, TheScriptForGdbWorksAlone) {
  std::ofstream(folder.path("input")) << "from stdin\n";
  const std::string script = STEWARD_BUILD "/share/steward/steward-gdb.py";
  const std::string command = "GTEST_WORD=word gdb -batch -iex 'set breakpoint pending on' -x " +
                              script + " -ex 'steward break' -ex 'run <" + folder.path("input") +
                              "' -ex 'steward race' -ex 'steward race first' --args " + program +
                              " " + file + " >" + folder.path("out") + " 2>&1";
  static_cast<void>(std::system(command.c_str()));
  const std::string out = folder.read("out");
  EXPECT_THAT(out, HasSubstr("is at what was reported"));
  EXPECT_THAT(out, HasSubstr("-> "));
  EXPECT_THAT(out, HasSubstr("No thread goes first: the report has the other side."));
}

// What confirm keeps is where the next one begins.
TEST_F(Replay, TheStoreIsWhereConfirmBegins) {
  const Variable word("GTEST_WORD", "word");
  std::ofstream(folder.path("input")) << "from stdin\n";
  ASSERT_EQ(steward({"predict", "--", program, file}, folder.path("input")).exit, 66);
  const Ran ran = steward({"confirm", "--runs", "20", "--", program, file}, folder.path("input"));
  EXPECT_EQ(ran.exit, 66) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("program.c:9"));
  EXPECT_THAT(ran.out, HasSubstr("Replay: steward replay R-"));
}

}  // namespace
}  // namespace steward::cli_test
