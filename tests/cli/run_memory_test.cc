// steward run: what happens when memory is short.

#include <cstdlib>
#include <memory>

#include "cli/run_program.h"
#include "report/schema_check.h"

namespace steward::cli_test {
namespace {

// Writes MEGABYTES of memory from two threads, each its half, twice over; then two threads race. At
// the end it says its peak in kB. With a second word it does so by atomic operations, which nobody
// may forget; `fork`: and the race is in a child.
constexpr const char* kLarge = R"(
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
long* block;
_Atomic long* atomics;
size_t words;
int racy;
void* work(void* second) {
  const size_t begin = second ? words / 2 : 0;
  for (size_t i = begin; i < begin + words / 2; ++i)
    if (atomics) atomics[i] = 1;
    else block[i] = 1;
  return 0;
}
void* race(void* value) { racy = value ? 1 : 2; return 0; }
void both(void* (*run)(void*)) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, run, i ? &racy : 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
int main(int argc, char** argv) {
  const size_t bytes = (size_t)atoi(argv[1]) << 20;
  const char* how = argc > 2 ? argv[2] : "";
  block = malloc(bytes);
  words = bytes / sizeof *block;
  if (how[0]) atomics = (_Atomic long*)block;
  both(work);
  both(work);
  if (!how[0]) memset(block, 0, bytes);
  int status = 0;
  if (strcmp(how, "fork") == 0 && fork() == 0) exit((both(race), 3));
  if (strcmp(how, "fork") == 0) wait(&status);
  else both(race);
  free(block);
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  printf("%ld %d\n", use.ru_maxrss, WEXITSTATUS(status));
  return 0;
}
)";

constexpr long kMegabyte = 1024;  // in kB

class RunMemory : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    programs_ = std::make_unique<Folder>();
    large_ = compiled(*programs_, "large", kLarge);
  }
  static void TearDownTestSuite() { programs_.reset(); }

  Ran run(const std::string& limit, std::vector<std::string> program) {
    const Variable options("STEWARD_OPTIONS", limit.empty() ? "" : "max_memory_mb=" + limit);
    std::vector<std::string> words{"run", "--json", folder_.path("report.json"), "--"};
    words.insert(words.end(), program.begin(), program.end());
    Ran ran = steward(words);
    report_ = Json::parse(folder_.read("report.json"));
    return ran;
  }
  // The races by their location.
  std::vector<std::string> races() const {
    std::vector<std::string> found;
    for (const Json& race : report_["races"]) found.push_back(race["location"]["name"]);
    return found;
  }
  std::uint64_t lost(const std::string& what) const {
    for (const Json& loss : report_["loss"])
      if (loss["what"].get<std::string>().starts_with(what)) return loss["count"];
    return 0;
  }

  static std::unique_ptr<Folder> programs_;
  static std::string large_;
  Folder folder_;
  Json report_;
};
std::unique_ptr<Folder> RunMemory::programs_;
std::string RunMemory::large_;

constexpr const char* kForgotten = "times that all accesses so far were forgotten";
constexpr const char* kNotRecorded = "processes in which accesses were not recorded to their end";
constexpr const char* kNotWatched = "processes that were not watched to their end";

TEST_F(RunMemory, IsNotLimitedUnlessAsked) {
  const Ran ran = run("", {large_, "32"});
  EXPECT_THAT(races(), testing::ElementsAre("racy"));
  EXPECT_TRUE(report_["loss"].empty()) << report_["loss"];
  EXPECT_GT(std::stol(ran.out), 32 * 3 * kMegabyte) << "no test of a limit otherwise";
}

TEST_F(RunMemory, StaysWithinTheLimitAndGoesOnDetecting) {
  const Ran ran = run("32", {large_, "32"});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(races(), testing::ElementsAre("racy")) << ran.err;
  EXPECT_GT(lost(kForgotten), 1u);
  EXPECT_EQ(report_["loss"].size(), 1u) << report_["loss"];
  EXPECT_LT(std::stol(ran.out), (32 + 32 + 8) * kMegabyte);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("what was given up"), HasSubstr(kForgotten)));
  EXPECT_TRUE(is_valid_report(folder_.read("report.json")));
}

// What was released has to be remembered, or races would be made up.
TEST_F(RunMemory, GivesUpStepByStepWhatSynchronizationLeavesNoRoomFor) {
  const Ran ran = run("32", {large_, "4", "atomics"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(races(), IsEmpty());
  EXPECT_EQ(lost(kForgotten), 1u);
  EXPECT_EQ(lost(kNotRecorded), 1u);
  EXPECT_EQ(lost(kNotWatched), 1u);
  EXPECT_LT(std::stol(ran.out), (4 + 32 + 8) * kMegabyte);
}

TEST_F(RunMemory, ChildrenOfAProcessThatIsNotWatchedAreNotEither) {
  const Ran ran = run("32", {large_, "4", "fork"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, EndsWith(" 3\n"));
  EXPECT_EQ(lost(kNotWatched), 1u);
}

TEST_F(RunMemory, ThatTheSystemRefusesEndsNoProgram) {
  const std::string script = folder_.file("script", "ulimit -v 500000; exec " + large_ + " 128");
  const Ran ran = run("", {"sh", script});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(races(), IsEmpty());
  EXPECT_EQ(lost(kNotRecorded), 1u) << ran.err;
}

TEST_F(RunMemory, TakesNumbersOnly) {
  for (const char* wrong : {"", "many", "-1", "1e3", "12345678901"}) {
    const Variable options("STEWARD_OPTIONS", "max_memory_mb=" + std::string(wrong));
    const Ran ran = steward({"run", "--", large_, "1"});
    EXPECT_EQ(ran.exit, 2) << wrong;
    EXPECT_THAT(ran.err, HasSubstr("max_memory_mb cannot be"));
  }
}

// Nothing but synchronization, ROUNDS times in all: locks, atomics of every kind, threads.
constexpr const char* kSynchronizing = R"(
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
int at_once;
pthread_mutex_t locks[16];
pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
_Atomic long atomics[16];
int cells[16];
void* work(void* own) {
  unsigned random = (unsigned)(long)own;
  for (int i = 0; i < at_once; ++i) {
    random = random * 1103515245u + 12345u;
    const int at = random >> 16 & 15;
    pthread_mutex_lock(&locks[at]);
    ++cells[at];
    pthread_mutex_unlock(&locks[at]);
    __atomic_store_n(&atomics[at], i, __ATOMIC_RELEASE);
    __atomic_fetch_add(&atomics[at ^ 1], 1, __ATOMIC_RELEASE);
    __atomic_load_n(&atomics[at ^ 2], __ATOMIC_ACQUIRE);
    __atomic_load_n(&atomics[at ^ 3], __ATOMIC_RELAXED);
    if (i % 4 == 0) {
      pthread_rwlock_rdlock(&shared);
      pthread_rwlock_unlock(&shared);
    }
  }
  return 0;
}
int main(int argc, char** argv) {
  at_once = atoi(argv[argc - 1]) / 8;
  for (int i = 0; i < 16; ++i) pthread_mutex_init(&locks[i], 0);
  for (int batch = 0; batch < 8; ++batch) {
    pthread_t threads[3];
    for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, work, (void*)i);
    for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  }
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  printf("%ld\n", use.ru_maxrss);
  return 0;
}
)";

// The list of events, tokens and sets do not grow with how long it goes on.
TEST_F(RunMemory, OfGoldilocksIsBoundedUnderSynchronization) {
  const std::string program = compiled(folder_, "synchronizing", kSynchronizing);
  const auto peak = [&](const char* rounds) {
    const Ran ran = steward({"run", "--detector", "goldilocks", "--", program, rounds});
    EXPECT_EQ(ran.exit, 0) << ran.err;
    return std::stol(ran.out);
  };
  const char* const more = std::getenv("STEWARD_ROUNDS");
  EXPECT_LE(peak(more == nullptr ? "40000" : more), peak("4000") + 4 * kMegabyte);
}

}  // namespace
}  // namespace steward::cli_test
