// steward run over trees of processes: those that are not instrumented do not notice, those that
// are report and fail for themselves, whoever starts them.

#include <memory>

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

// Starts a program in the way that its first argument says, and says how it ended.
constexpr const char* kStarter = R"(
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
extern char** environ;
int main(int argc, char** argv) {
  char* child[] = {argv[2], argv[3], 0};
  pid_t process = 0;
  int status = 0;
  if (strcmp(argv[1], "spawn") == 0) {
    posix_spawn(&process, argv[2], 0, 0, child, environ);
    waitpid(process, &status, 0);
  } else if (strcmp(argv[1], "vfork") == 0) {
    process = vfork();
    if (process == 0) { execv(argv[2], child); _exit(9); }
    waitpid(process, &status, 0);
  } else if (strcmp(argv[1], "system") == 0) {
    status = system(argv[2]);
  } else if (strcmp(argv[1], "popen") == 0) {
    FILE* output = popen(argv[2], "r");
    while (fgetc(output) != EOF) continue;
    status = pclose(output);
  } else {
    execv(argv[2], child);
  }
  printf("child: %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  return 0;
}
)";

// A library that python loads late, with a race and without.
constexpr const char* kExtension = R"(
#include <pthread.h>
int shared;
int counted;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void* work(void* unused) { shared = 1; return unused; }
void race(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  shared = 2;
  pthread_join(thread, 0);
}
void add(void) {
  for (int i = 0; i < 1000; ++i) {
    pthread_mutex_lock(&mutex);
    ++counted;
    pthread_mutex_unlock(&mutex);
  }
}
)";
constexpr const char* kPython = R"(
import ctypes, sys, threading
event = threading.Event()
early = threading.Thread(target=event.wait)
early.start()
library = ctypes.CDLL(sys.argv[1])
if sys.argv[2] == 'race':
    library.race()
threads = [threading.Thread(target=library.add) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
event.set()
early.join()
sys.exit(5)
)";

// The same variable of a library that is loaded, used and unloaded, by one thread after the other.
constexpr const char* kUnloads = R"(
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int step;
static void* where[2];
static const char* names[2];
static void* use(void* turn_pointer) {
  const long turn = (long)turn_pointer;
  while (atomic_load_explicit(&step, memory_order_relaxed) != turn) sched_yield();
  void* library = dlopen(names[turn], RTLD_NOW);
  where[turn] = dlsym(library, "value");
  ((void (*)(void))dlsym(library, "change"))();
  dlclose(library);
  atomic_store_explicit(&step, turn + 1, memory_order_relaxed);
  return 0;
}
int main(int argc, char** argv) {
  pthread_t one, other;
  names[0] = argv[1];
  names[1] = argv[2];
  pthread_create(&one, 0, use, (void*)0);
  pthread_create(&other, 0, use, (void*)1);
  pthread_join(one, 0);
  pthread_join(other, 0);
  puts(where[0] == where[1] ? "same place" : "another place");
  return 0;
}
)";

class Trees : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    programs_ = std::make_unique<Folder>();
    racy_ = compiled(*programs_, "racy", kRacyProgram);
    clean_ = compiled(*programs_, "clean", kCleanProgram);
    starter_ = compiled(*programs_, "starter", kStarter);
  }
  static void TearDownTestSuite() { programs_.reset(); }

  static Ran run(std::vector<std::string> words) {
    words.insert(words.begin(), {"run", "--"});
    return steward(words);
  }
  static std::string library(const Folder& folder, const std::string& name, const char* source,
                             const std::string& compiler = "cc -fsanitize=thread") {
    return compiled(folder, name, source, compiler + " -g -O1 -shared -fPIC");
  }

  static std::unique_ptr<Folder> programs_;
  static std::string racy_, clean_, starter_;
  Folder folder_;
};
std::unique_ptr<Folder> Trees::programs_;
std::string Trees::racy_, Trees::clean_, Trees::starter_;

TEST_F(Trees, AChildFailsForItselfHoweverItIsStarted) {
  for (const char* how : {"spawn", "vfork", "system", "popen"}) {
    const Ran raced = run({starter_, how, racy_});
    EXPECT_EQ(raced.exit, 66) << how;
    EXPECT_EQ(raced.out.substr(raced.out.find("child")), "child: 66\n") << how;
    EXPECT_THAT(raced.err, HasSubstr("WARNING: Steward: data race")) << how;
    const Ran clean = run({starter_, how, clean_});
    EXPECT_EQ(clean.exit, 0) << how;
    EXPECT_EQ(clean.out, "child: 0\n") << how;
    EXPECT_THAT(clean.err, IsEmpty()) << how;
    const Ran foreign = run({starter_, how, "/bin/false"});
    EXPECT_EQ(foreign.exit, 0) << how;
    EXPECT_EQ(foreign.out, "child: 1\n") << how;
    EXPECT_THAT(foreign.err, IsEmpty()) << how;
  }
  EXPECT_EQ(run({starter_, "exec", racy_}).exit, 66);
  EXPECT_EQ(run({starter_, "exec", "/bin/false"}).exit, 1);
}

TEST_F(Trees, CtestSeesWhichTestRaced) {
  folder_.file("CTestTestfile.cmake", "add_test(racy " + racy_ + ")\nadd_test(clean " + clean_ +
                                          ")\nadd_test(foreign /bin/true)\n");
  const Ran ran = run({"ctest", "--test-dir", folder_.path("")});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(ran.out, HasSubstr("67% tests passed, 1 tests failed out of 3"));
  EXPECT_THAT(ran.out, HasSubstr("1 - racy (Failed)"));
  EXPECT_THAT(ran.err + ran.out, HasSubstr("WARNING: Steward: data race"));
}

TEST_F(Trees, MakeAndScriptsStopAtARaceAndGoOnWithoutOne) {
  const std::string rules =
      folder_.file("Makefile", "all:\n\t@" + clean_ + "\n\t@" + racy_ + "\n\t@echo not here\n");
  const Ran made = run({"make", "-f", rules});
  EXPECT_EQ(made.exit, 66);
  EXPECT_THAT(made.out, Not(HasSubstr("not here")));
  const Ran script = run({"sh", "-c", clean_ + " && echo on | cat && exit 7"});
  EXPECT_EQ(script.exit, 7);
  EXPECT_EQ(script.out, "on\n");
  EXPECT_THAT(script.err, IsEmpty());
}

TEST_F(Trees, PythonWithALibraryThatComesLate) {
  const std::string script = folder_.file("late.py", kPython);
  for (const char* compiler : {"cc -fsanitize=thread", "clang -fsanitize=thread -shared-libsan"}) {
    const std::string late = library(folder_, "late", kExtension, compiler);
    const Ran raced = run({"python3", script, late, "race"});
    EXPECT_EQ(raced.exit, 66) << compiler;
    EXPECT_THAT(raced.err, AllOf(HasSubstr("#0 race"), HasSubstr("#0 work"),
                                 HasSubstr("Location is global 'shared'")));
    const Ran clean = run({"python3", script, late, "none"});
    EXPECT_EQ(clean.exit, 5) << clean.err;
    EXPECT_THAT(clean.err, IsEmpty()) << compiler;
  }
}

TEST_F(Trees, AChildWithTheRuntimeLinkedInIsLeftAlone) {
  const std::string linked = compiled(folder_, "linked", kCleanProgram, "clang -fsanitize=thread");
  const Ran ran = run({starter_, "spawn", linked, "exit3"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_EQ(ran.out, "child: 3\n");
}

TEST_F(Trees, AnUnloadedLibraryLeavesNoHistory) {
  const char* const source = "int value;\nvoid change(void) { ++value; }\n";
  const std::string program = compiled(folder_, "unloads", kUnloads, "cc -g -O1 -fsanitize=thread");
  const Ran ran = run({program, library(folder_, "one", source), library(folder_, "two", source)});
  EXPECT_EQ(ran.out, "same place\n") << "nothing was tested";
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.err, IsEmpty());
}

TEST_F(Trees, AForkedChildLeavesTheTraceToItsParent) {
  const std::string program = compiled(folder_, "forks", R"(
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
int value;
static void* work(void* unused) { value = 1; return unused; }
int main(void) {
  pthread_t thread;
  if (fork() == 0) _exit(0);
  wait(0);
  pthread_create(&thread, 0, work, 0);
  value = 2;
  pthread_join(thread, 0);
}
)");
  const std::string trace = folder_.path("trace");
  EXPECT_EQ(steward({"record", "-o", trace, "--", program}).exit, 66);
  const Ran analyzed = steward({"analyze", trace});
  EXPECT_EQ(analyzed.exit, 66);
  EXPECT_THAT(analyzed.out, AllOf(HasSubstr("#0 main"), HasSubstr("#0 work")));
}

TEST_F(Trees, ThreadsHaveTheNamesThatTheyGiveThemselves) {
  const std::string program = compiled(folder_, "named", R"(
#include <pthread.h>
#include <sys/prctl.h>
int value;
static void* work(void* unused) { prctl(PR_SET_NAME, "a worker"); value = 1; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  value = 2;
  pthread_join(thread, 0);
}
)");
  EXPECT_THAT(run({program}).err, HasSubstr("Thread T1 'a worker'"));
}

}  // namespace
}  // namespace steward::cli_test
