// steward run: what is reported besides races, how it is switched off, and what the program itself
// has to say about reports.

#include <memory>

#include "cli/run_program.h"
#include "report/schema_check.h"

namespace steward::cli_test {
namespace {

// By its first argument: which mistake to make.
constexpr const char* kMistaken = R"(
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
_Atomic int counter;
void take(pthread_mutex_t* outer, pthread_mutex_t* inner) {
  pthread_mutex_lock(outer);
  pthread_mutex_lock(inner);
  pthread_mutex_unlock(inner);
  pthread_mutex_unlock(outer);
}
void* nothing(void* unused) { return unused; }
void* write_plainly(void* unused) { *(int*)&counter = 1; return unused; }
void* volatile block;
void handle(int signal) { (void)signal; block = malloc(8); free(block); }
int main(int argc, char** argv) {
  const char* mistake = argc > 1 ? argv[1] : "";
  if (!strcmp(mistake, "order")) { take(&a, &b); take(&b, &a); }
  if (!strcmp(mistake, "unlock")) pthread_mutex_unlock(&a);
  if (!strcmp(mistake, "destroy")) { pthread_mutex_lock(&a); pthread_mutex_destroy(&a); }
  pthread_t thread;
  pthread_create(&thread, 0, !strcmp(mistake, "atomic") ? write_plainly : nothing, 0);
  if (!strcmp(mistake, "leak")) { sleep(1); return 0; }
  counter = 2;
  pthread_join(thread, 0);
  if (!strcmp(mistake, "signal")) { signal(SIGUSR1, handle); kill(getpid(), SIGUSR1); sleep(1); }
  return 0;
}
)";

// Says what it hears.
constexpr const char* kListening = R"(
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void* __tsan_get_current_report(void);
int __tsan_get_report_data(void*, const char**, int*, int*, int*, int*, int*, int*, int*, void**,
                           unsigned long);
int __tsan_get_report_mop(void*, unsigned long, int*, void**, int*, int*, int*, void**,
                          unsigned long);
int __tsan_get_report_loc(void*, unsigned long, const char**, void**, unsigned long*,
                          unsigned long*, int*, int*, int*, void**, unsigned long);
int __tsan_get_report_mutex(void*, unsigned long, unsigned long*, void**, int*, void**,
                            unsigned long);
int __tsan_get_report_thread(void*, unsigned long, int*, unsigned long*, int*, const char**, int*,
                             void**, unsigned long);
int __tsan_get_report_unique_tid(void*, unsigned long, int*);
void __sanitizer_print_stack_trace(void);
void __sanitizer_set_death_callback(void (*)(void));
long* counter;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void __tsan_on_report(void* report) {
  const char* what;
  int duplicates, stacks, mops, locs, mutexes, threads, unique;
  void* trace[8] = {0};
  __tsan_get_report_data(report, &what, &duplicates, &stacks, &mops, &locs, &mutexes, &threads,
                         &unique, trace, 1);
  printf("%s: %d accesses, %d locations, %d mutexes, %d threads, current %d\n", what, mops, locs,
         mutexes, unique, report == __tsan_get_current_report());
  int thread, size, write, atomic, descriptor, some, parent;
  void* address;
  for (int i = 0; __tsan_get_report_mop(report, i, &thread, &address, &size, &write, &atomic, trace,
                                        8); ++i)
    printf("access of %d bytes, write %d, right %d, placed %d\n", size, write,
           address == (void*)counter, trace[0] != 0);
  const char* type;
  unsigned long begin, bytes, id;
  __tsan_get_report_loc(report, 0, &type, &address, &begin, &bytes, &thread, &descriptor, &some,
                        trace, 8);
  printf("%s of %lu bytes, right %d\n", type, bytes, begin == (unsigned long)counter);
  some = __tsan_get_report_mutex(report, 0, &id, &address, &descriptor, trace, 8);
  printf("mutex %d, right %d\n", some, address == (void*)&mutex);
  printf("threads %d %d\n", __tsan_get_report_thread(report, 1, &thread, &id, &some, &type, &parent,
                                                     trace, 8),
         __tsan_get_report_unique_tid(report, 2, &thread));
}
int __tsan_on_finalize(int failed) {
  printf("failed %d\n", failed);
  return getenv("FORGIVE") ? 0 : failed;
}
void die(void) { puts("dying"); fflush(stdout); }
void* worker(void* unused) {
  pthread_mutex_lock(&mutex);
  *counter = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}
void traced(void) { __sanitizer_print_stack_trace(); }
int main(void) {
  __sanitizer_set_death_callback(die);
  counter = malloc(sizeof *counter);
  traced();
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  *counter = 2;
  pthread_join(thread, 0);
  return 0;
}
)";

// Has its own mind about options.
constexpr const char* kOpinionated = R"(
#include <pthread.h>
const char* __tsan_default_options(void) { return OPTIONS; }
const char* __tsan_default_suppressions(void) { return SUPPRESSIONS; }
int counter;
void* worker(void* unused) { counter = 1; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  counter = 2;
  pthread_join(thread, 0);
  return 0;
}
)";

class RunFindings : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    programs_ = std::make_unique<Folder>();
    mistaken_ = compiled(*programs_, "mistaken", kMistaken);
  }
  static void TearDownTestSuite() { programs_.reset(); }

  static Ran run(std::vector<std::string> words) {
    words.insert(words.begin(), "run");
    return steward(words);
  }
  std::string opinionated(const std::string& options, const std::string& suppressions = "") {
    return compiled(folder_, "opinionated", kOpinionated,
                    "cc -g -O1 -fsanitize=thread '-DOPTIONS=\"" + options +
                        "\"' '-DSUPPRESSIONS=\"" + suppressions + "\"'");
  }

  static std::unique_ptr<Folder> programs_;
  static std::string mistaken_;
  Folder folder_;
};
std::unique_ptr<Folder> RunFindings::programs_;
std::string RunFindings::mistaken_;

TEST_F(RunFindings, ALockOrderInversionHasBothStacksOfEachStep) {
  const Ran ran = run({"--json", folder_.path("r.json"), "--", mistaken_, "order"});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(
      ran.err,
      AllOf(
          HasSubstr("WARNING: Steward: lock-order-inversion (potential deadlock) (pid="),
          HasSubstr("  Cycle in lock order graph: M1 (0x"), HasSubstr(") => M2 (0x"),
          HasSubstr(") => M1\n"),
          HasSubstr("  Mutex M2 acquired here while holding mutex M1 in main thread:\n    #0 "
                    "pthread_mutex_lock"),
          HasSubstr(
              "  Mutex M1 previously acquired by the same thread here:\n    #0 pthread_mutex_lock"),
          HasSubstr("    #1 take"),
          HasSubstr("  Mutex M1 acquired here while holding mutex M2 in main thread:\n    #0 "
                    "pthread_mutex_lock"),
          HasSubstr("  Mutex M1 is mutex 'b'"),
          HasSubstr("SUMMARY: Steward: lock-order-inversion (potential deadlock) ")));
  const std::string text = folder_.read("r.json");
  EXPECT_TRUE(is_valid_report(text));
  const Json finding = Json::parse(text)["findings"][0];
  EXPECT_EQ(finding["kind"], "lock-order");
  EXPECT_EQ(finding["stacks"].size(), 4u);
}

TEST_F(RunFindings, EachKindIsSwitchedOffAndSuppressedByItsName) {
  struct Kind {
    const char *mistake, *words, *option, *suppression;
  };
  for (const Kind& kind :
       {Kind{"order", "lock-order-inversion", "detect_deadlocks", "deadlock:^take$"},
        Kind{"unlock", "unlock of an unlocked mutex", "report_mutex_bugs", "mutex:main"},
        Kind{"destroy", "destroy of a locked mutex", "report_destroy_locked", "mutex:main"},
        Kind{"leak", "thread leak", "report_thread_leaks", "thread:main"},
        Kind{"signal", "signal-unsafe call inside of a signal", "report_signal_unsafe",
             "signal:handle"},
        Kind{"atomic", "data race", "report_atomic_races", "race:write_plainly"}}) {
    const Ran told = run({"--", mistaken_, kind.mistake});
    EXPECT_EQ(told.exit, 66) << kind.mistake;
    EXPECT_THAT(told.err, HasSubstr(std::string("WARNING: Steward: ") + kind.words));
    const std::string file = folder_.file("s.txt", kind.suppression);
    EXPECT_EQ(run({"--suppress", file, "--", mistaken_, kind.mistake}).exit, 0) << kind.mistake;
    const Variable off("TSAN_OPTIONS", std::string(kind.option) + "=0");
    const Ran silent = run({"--", mistaken_, kind.mistake});
    EXPECT_EQ(silent.exit, 0) << kind.mistake;
    EXPECT_THAT(silent.err, IsEmpty()) << kind.mistake;
  }
  EXPECT_EQ(run({"--", mistaken_}).exit, 0);
}

TEST_F(RunFindings, TheProgramHearsOfItsReports) {
  const std::string program = compiled(*programs_, "listening", kListening,
                                       "clang -g -O1 -fsanitize=thread -shared-libsan -rdynamic");
  const Ran ran = run({"--", program});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_EQ(ran.out,
            "data-race: 2 accesses, 1 locations, 1 mutexes, 2 threads, current 1\n"
            "access of 8 bytes, write 1, right 1, placed 1\n"
            "access of 8 bytes, write 1, right 1, placed 1\n"
            "heap of 8 bytes, right 1\n"
            "mutex 1, right 1\n"
            "threads 1 0\n"
            "failed 1\n"
            "dying\n");
  EXPECT_THAT(ran.err, HasSubstr("    #1 traced")) << "the stack it asked for";
  const Variable forgive("FORGIVE", "1");
  EXPECT_THAT(run({"--", "sh", "-c", program + "; echo code=$?"}).out, HasSubstr("code=0"));
}

TEST_F(RunFindings, TheProgramsOwnOptionsCountLeast) {
  const std::string program = opinionated("exitcode=5");
  EXPECT_EQ(run({"--", program}).exit, 5);
  EXPECT_THAT(run({"--", "sh", "-c", program + "; echo code=$?"}).out, HasSubstr("code=5"));
  EXPECT_EQ(run({"--exit-code", "9", "--", program}).exit, 9);
  const Variable more("TSAN_OPTIONS", "exitcode=7");
  EXPECT_EQ(run({"--", program}).exit, 7);
  const std::string silent = opinionated("report_bugs=0");
  EXPECT_EQ(run({"--", silent}).exit, 0);
  const Variable louder("STEWARD_OPTIONS", "report_bugs=1");
  EXPECT_EQ(run({"--", silent}).exit, 7);
}

TEST_F(RunFindings, TheProgramsOwnSuppressionsAdd) {
  const Ran ran = run({"--", opinionated("", "race:^worker$\\nrace:nobody")});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("1 report suppressed"), Not(HasSubstr("nobody"))));
  const Ran wrong = run({"--", opinionated("no_such=1", "nonsense")});
  EXPECT_EQ(wrong.exit, 66);
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("__tsan_default_options: unknown option 'no_such'"),
                               HasSubstr("__tsan_default_suppressions")));
}

}  // namespace
}  // namespace steward::cli_test
