// What steward confirm does with its runs, and with what they leave: suppressed, interrupted, lost.

#include <csignal>
#include <cstdlib>
#include <sstream>

#include "cli/confirm_program.h"

namespace steward::cli_test {
namespace {

struct ConfirmRuns : ConfirmCommand {};

// By an option, by a variable, or by the program itself.
TEST_F(ConfirmRuns, WhatIsSuppressedIsNotTried) {
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

// Without a direction nine philosophers hardly ever starve.
TEST_F(ConfirmRuns, DeadlocksAreLookedForIfNothingIsKnown) {
  const std::string philosophers =
      compiled(folder, "philosophers", project_file("corpus/explore/philosophers.c"));
  const Variable store("STEWARD_STORE", folder.path("store"));
  const Ran ran =
      steward({"confirm", "--runs", "5", "--json", folder.path("report"), "--", philosophers});
  EXPECT_EQ(ran.exit, 66) << ran.out << ran.err;
  EXPECT_THAT(ran.out,
              HasSubstr("deadlock in 5 of 5 runs (56.6 to 100.0 %) directed at deadlocks"));
  const auto findings = Json::parse(folder.read("report"))["findings"];
  ASSERT_EQ(findings.size(), 1u) << findings.dump(1);
  EXPECT_EQ(findings[0]["kind"], "deadlock");
  const Ran again = steward({"replay", findings[0]["id"].get<std::string>()});
  EXPECT_THAT(again.err, HasSubstr("outcome: deadlock"));
}

// A lock of plain variables that is wrong: two threads are inside only if they change turns at the
// accesses of several races in one run.
TEST_F(ConfirmRuns, WhatSeveralRacesDoTogetherIsFound) {
  const std::string lock = compiled(folder, "lock", R"(
#include <pthread.h>
#include <stdlib.h>
volatile int wants[2], turn, inside;
void* enter(void* which) {
  int me = which != 0, k;
  for (k = 0; k < 5; ++k) {
    turn = !me;
    wants[me] = 1;
    while (wants[!me] && turn == !me) {
    }
    inside = me;
    if (inside != me) abort();
    wants[me] = 0;
  }
  return 0;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, enter, 0);
  pthread_create(&other, 0, enter, &one);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
)");
  const Variable store("STEWARD_STORE", folder.path("store"));
  ASSERT_EQ(steward({"predict", "--", lock}).exit, 66);
  const Ran ran = steward({"confirm", "--strategy", "random", "--runs", "60", "--json",
                           folder.path("report"), "--", lock});
  EXPECT_THAT(ran.out, HasSubstr("of 60 runs"));
  const auto findings = Json::parse(folder.read("report"))["findings"];
  ASSERT_EQ(findings.size(), 1u) << ran.out;
  EXPECT_EQ(findings[0]["kind"], "abort");
  EXPECT_THAT(findings[0]["message"].get<std::string>(),
              HasSubstr("with turns at all these statements"));
  const Ran again = steward({"replay", findings[0]["id"].get<std::string>()});
  EXPECT_THAT(again.err, HasSubstr("outcome: abort"));
}

// Threads that are held back are not slow: what others wait for comes in time.
TEST_F(ConfirmRuns, LimitsAreNotOverWhileThreadsAreHeld) {
  const std::string waits = compiled(folder, "waits", R"(
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int done;
void* work(void* unused) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&outer);
  return unused;
}
int main(void) {
  pthread_t worker;
  struct timespec limit;
  pthread_create(&worker, 0, work, 0);
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 5;
  pthread_mutex_lock(&lock);
  while (!done)
    if (pthread_cond_timedwait(&changed, &lock, &limit) != 0) abort();
  pthread_mutex_unlock(&lock);
  pthread_join(worker, 0);
  return 0;
}
)");
  const Variable store("STEWARD_STORE", folder.path("store"));
  const Ran ran = steward({"confirm", "--runs", "20", "--", waits});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("Steward: 0 findings"));
}

// Who is held is held while others sleep; if one waits for something from outside that never comes,
// that must not cost real time at each sleep.
TEST_F(ConfirmRuns, AThreadThatIsHeldDoesNotWaitForOutsideForLong) {
  const std::string waits = compiled(folder, "waits", R"(
#include <pthread.h>
#include <signal.h>
#include <time.h>
volatile int blocks, done;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void* receiver(void* set) {
  int number;
  sigwait(set, &number);
  return 0;
}
void* poller(void* unused) {
  struct timespec moment = {1, 0};
  int over = 0;
  while (!over) {
    nanosleep(&moment, 0);
    pthread_mutex_lock(&lock);
    over = done;
    pthread_mutex_unlock(&lock);
  }
  return blocks == 30 ? unused : (void*)&blocks;
}
int main(void) {
  sigset_t set;
  pthread_t one, other;
  void* result;
  int i;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_create(&one, 0, receiver, &set);
  pthread_create(&other, 0, poller, 0);
  for (i = 0; i < 30; ++i)
    ++blocks;
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_mutex_unlock(&lock);
  pthread_join(other, &result);
  pthread_kill(one, SIGUSR1);
  pthread_join(one, 0);
  return result != 0;
}
)");
  const Ran ran = steward({"confirm", "--runs", "2", "--sites", "waits.c:21,waits.c:34", "--json",
                           folder.path("report"), "--", waits});
  EXPECT_THAT(ran.out, HasSubstr("not reproduced in 4 runs")) << ran.err;
  // Each of sixty holds took a second.
  EXPECT_LT(Json::parse(folder.read("report"))["outcome"]["seconds"], 40);
}

// Children that it leaves behind, with its variables and without, end with it.
TEST_F(ConfirmRuns, NobodyIsLeftBehind) {
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
  // Two first runs; three that look at all accesses, without a direction, and directed at
  // deadlocks.
  EXPECT_EQ(all_gone(), 22);
  // They have the replay's streams, too.
  const Json found = Json::parse(folder.read("report"))["findings"];
  ASSERT_EQ(found.size(), 1u) << ran.out;
  EXPECT_EQ(steward({"replay", found[0]["id"]}).exit, 66);
  EXPECT_EQ(all_gone(), 24);
}

// Whoever interrupts it hears of what was done, and of nothing else.
TEST_F(ConfirmRuns, WhatWasNotTriedIsNotCalledNotReproduced) {
  const auto interrupted = [&](const std::string& options) {
    const std::string out = folder.path("out");
    const int status = std::system(("timeout -s INT 1 " STEWARD_TOOL " confirm --runs 1000000 " +
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

// Else it would die of it, and the tool might see that before it is told itself.
TEST_F(ConfirmRuns, WhatATerminalTellsTheToolsGroupDoesNotReachTheProgram) {
  const std::string apart = compiled(folder, "apart", R"(
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void* worker(void* unused) { return unused; }
int main(int argc, char** argv) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(getpgrp() != atoi(argv[1]));
}
)");
  const Ran ran = steward({"confirm", "--runs", "3", "--", apart, std::to_string(getpgrp())});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
}

// What a run had to give up is said, once for all.
TEST_F(ConfirmRuns, WhatIsNotControlledIsSaid) {
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
  EXPECT_LE(loss[0]["count"], 21);
  EXPECT_THAT(ran.out, HasSubstr(loss[0]["what"].get<std::string>()));
}

}  // namespace
}  // namespace steward::cli_test
