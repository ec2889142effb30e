// steward predict: what orders threads, and where, in both phases.

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

class PredictOrder : public testing::Test {
 protected:
  // The variables that are reported.
  std::set<std::string> reported(std::vector<std::string> words) {
    words.insert(words.begin(), {"predict", "--json", folder_.path("r.json")});
    steward(words);
    report_ = Json::parse(folder_.read("r.json"));
    std::set<std::string> names;
    for (const Json& race : report_["races"])
      names.insert(race["location"]["name"].is_string() ? race["location"]["name"]
                                                        : race["location"]["kind"]);
    return names;
  }

  Folder folder_;
  Json report_;
};
using Names = std::set<std::string>;

// The first thread fills a table in the initialisation of a static variable; the second finds it
// initialised, by the compiler's own test of the guard.
TEST_F(PredictOrder, TheGuardOfAStaticVariableIsNoMereAtomic) {
  const std::string program = compiled(folder_, "guard", R"(
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
int entry, flag, guarded_by_flag;
struct Table {
  Table() { entry = rand(); }
};
volatile int turn;
__attribute__((no_sanitize("thread"))) static void await(int n) { while (turn != n) sched_yield(); }
__attribute__((no_sanitize("thread"))) static void next(void) { ++turn; }
int look_up() {
  static Table table;
  return entry;
}
void* work(void* number) {
  await((int)(long)number);
  look_up();
  if (number == 0) {
    guarded_by_flag = 1;
    __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
  } else if (__atomic_load_n(&flag, __ATOMIC_ACQUIRE)) {
    guarded_by_flag = 2;
  }
  next();
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, work, (void*)0);
  pthread_create(&b, 0, work, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
)",
                                       "c++ -g -O1 -fsanitize=thread");
  for (const char* phases : {"1", "2"}) {
    EXPECT_EQ(reported({"--phases", phases, "--atomics", "ignore", "--", program}),
              Names{"guarded_by_flag"});
    EXPECT_EQ(reported({"--phases", phases, "--", program}), Names{});
  }
  reported({"--phases", "1", "--", program});
  ASSERT_EQ(report_["kept_apart"].size(), 1u) << "the guard is firm, the flag is not";
  EXPECT_EQ(report_["kept_apart"][0]["location"]["name"], "guarded_by_flag");
}

// A child that is forked by one of several threads begins anew: its thread is known from then on.
TEST_F(PredictOrder, TheStackOfAForkedThreadIsWatched) {
  const std::string program = compiled(folder_, "forked", R"(
#include <pthread.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>
sem_t end;
void* wait_for_end(void* unused) {
  sem_wait(&end);
  return unused;
}
void* race(void* on) {
  ++*(int*)on;
  return 0;
}
int main(void) {
  pthread_t other;
  sem_init(&end, 0, 0);
  pthread_create(&other, 0, wait_for_end, 0);
  if (fork() == 0) {
    int local = 0;
    pthread_t a, b;
    pthread_create(&a, 0, race, &local);
    pthread_create(&b, 0, race, &local);
    pthread_join(a, 0);
    pthread_join(b, 0);
    _exit(0);
  }
  wait(0);
  sem_post(&end);
  pthread_join(other, 0);
  return 0;
}
)");
  for (const char* phases : {"1", "2"})
    EXPECT_EQ(reported({"--phases", phases, "--", program}), Names{"stack"}) << phases;
}

// Only atomic operations of `touch` connect the two kinds of objects: the one that the second
// execution lets race was calm in the first.
TEST_F(PredictOrder, AtomicsMakeBlocksKin) {
  const std::string program = compiled(folder_, "kin", R"(
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
struct Object { long count; };
struct Object *left, *right;
int first;
__attribute__((noinline)) void touch(struct Object* one) {
  __atomic_fetch_add(&one->count, 1, __ATOMIC_RELAXED);
}
__attribute__((noinline)) void spoil(struct Object* one) { one->count = 7; }
__attribute__((noinline)) void spoil_too(struct Object* one) { one->count = 7; }
void* work(void* unused) {
  touch(left);
  touch(right);
  if (first) spoil(left);
  else spoil_too(right);
  return unused;
}
int main(int argc, char** argv) {
  first = open(argv[1], O_CREAT | O_EXCL | O_RDWR, 0600) >= 0;
  left = malloc(sizeof *left);
  right = malloc(sizeof *right);
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
)");
  EXPECT_EQ(reported({"--", program, folder_.path("marker")}), Names{"heap"});
}

}  // namespace
}  // namespace steward::cli_test
