// predict --channels: mistakes in the file, lines that have no effect, functions wherever they are.

#include <memory>

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

// An object goes from one thread to another by `give` and `take`.
constexpr const char* kTwoThreads = R"(
#include <pthread.h>
#include <sched.h>
int value;
static volatile int turn;
__attribute__((no_sanitize("thread"))) static void await(void) { while (!turn) sched_yield(); }
__attribute__((no_sanitize("thread"))) static void next(void) { turn = 1; }
static void* first(void* unused) { value = 1; give(&value); next(); return unused; }
static void* second(void* unused) { await(); *take() = 2; return unused; }
static void both(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
)";
constexpr const char* kQueue = R"(
#include <pthread.h>
static int* unused;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
ATTRIBUTE void give(int* one) {
  pthread_mutex_lock(&lock);
  unused = one;
  pthread_mutex_unlock(&lock);
}
ATTRIBUTE int* take(void) {
  pthread_mutex_lock(&lock);
  int* one = unused;
  pthread_mutex_unlock(&lock);
  return one;
}
ATTRIBUTE void never(void) { give(0); }
)";
constexpr const char* kRules = "send queue ^give$\nreceive queue ^take$\n";

std::string source(const std::string& attribute, const std::string& main) {
  return "#define ATTRIBUTE " + attribute + "\n" + kQueue + kTwoThreads + main;
}

class PredictChannels : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    programs_ = std::make_unique<Folder>();
    program_ = compiled(*programs_, "program",
                        source("__attribute__((noinline))", "int main(void) { both(); }"));
  }
  static void TearDownTestSuite() { programs_.reset(); }

  Ran predict(const std::string& rules, const std::vector<std::string>& program) const {
    std::vector<std::string> words{"predict", "--channels", folder_.file("rules", rules), "--"};
    words.insert(words.end(), program.begin(), program.end());
    return steward(words);
  }

  static std::unique_ptr<Folder> programs_;
  static std::string program_;
  Folder folder_;
};
std::unique_ptr<Folder> PredictChannels::programs_;
std::string PredictChannels::program_;

TEST_F(PredictChannels, MistakesAreNamed) {
  const auto says = [&](const std::string& rules, const std::string& what) {
    const Ran ran = predict(rules, {program_});
    EXPECT_EQ(ran.exit, 2) << rules;
    EXPECT_THAT(ran.err,
                AllOf(StartsWith("steward: " + folder_.path("rules") + ":1: "), HasSubstr(what)));
  };
  says("sends queue give\n", "expected `send NAME PATTERN` or `receive NAME PATTERN`");
  says("send\n", "needs the name of a channel");
  says("send queue\n", "needs a pattern");
  says("send queue give\n", "add `receive queue PATTERN`");
  says("receive queue take\n", "add `send queue PATTERN`");
}

TEST_F(PredictChannels, AFileWithoutFunctionsIsNoted) {
  const Ran ran = predict("# nothing yet\n", {program_});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(ran.err, HasSubstr("note: " + folder_.path("rules") + " names no functions"));
}

TEST_F(PredictChannels, AFileThatIsNotThereIsAMistake) {
  const Ran ran = steward({"predict", "--channels", folder_.path("none"), "--", program_});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, AllOf(HasSubstr(folder_.path("none")), HasSubstr("cannot read channels")));
}

TEST_F(PredictChannels, LinesWithoutEffectAreNamed) {
  EXPECT_EQ(steward({"predict", "--", program_}).exit, 66);
  const Ran useful = predict(kRules, {program_});
  EXPECT_EQ(useful.exit, 0);
  EXPECT_EQ(useful.err, "");
  const Ran ran =
      predict(std::string(kRules) + "send queue ^giev\nreceive queue ^never$\n", {program_});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("note: " + folder_.path("rules") +
                                       ":3: 'send queue ^giev' matches no function"),
                             HasSubstr(":4: 'receive queue ^never$' matches functions of which "
                                       "none was called"),
                             Not(HasSubstr("rules:1")), Not(HasSubstr("rules:2"))));
}

TEST_F(PredictChannels, InlinedCallsAreNotSeenAndThatIsSaid) {
  const std::string program = compiled(
      folder_, "inlined",
      source("static inline __attribute__((always_inline))", "int main(void) { both(); }"));
  const Ran ran = predict(kRules, {program});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("rules:1: 'send queue ^give$' matches no function"),
                             HasSubstr("rules:2: 'receive queue ^take$' matches no function"),
                             HasSubstr("inlined is not seen")));
}

TEST_F(PredictChannels, OneDirectionOrdersNothingTheOtherWay) {
  const Ran ran = predict("send queue ^take$\nreceive queue ^give$\n", {program_});
  EXPECT_EQ(ran.exit, 66);
}

TEST_F(PredictChannels, HoldInAllProcessesOfATree) {
  const Ran ran = predict(kRules, {"/bin/sh", "-c", program_ + " && " + program_});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
}

TEST_F(PredictChannels, HoldInAChildThatAThreadHasForked) {
  const std::string program = compiled(folder_, "forks", source("__attribute__((noinline))", R"(
#include <sys/wait.h>
#include <unistd.h>
static void* other(void* unused) { pause(); return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  const pid_t child = fork();
  if (child == 0) { both(); _exit(0); }
  int status;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}
)"));
  EXPECT_EQ(steward({"predict", "--", program}).exit, 66);
  const Ran ran = predict(kRules, {program});
  EXPECT_EQ(ran.exit, 0) << ran.err;
}

TEST_F(PredictChannels, HoldInLibrariesThatAreLoadedLater) {
  const std::string library =
      compiled(folder_, "queue.so", "#define ATTRIBUTE\n" + std::string(kQueue),
               "cc -g -O2 -fsanitize=thread -shared -fPIC");
  const std::string program = compiled(folder_, "loads",
                                       R"(
#include <dlfcn.h>
static void (*give)(int*);
static int* (*take)(void);
)" + std::string(kTwoThreads) + R"(
int main(int argc, char** argv) {
  void* library = dlopen(argv[argc - 1], RTLD_NOW);
  *(void**)&give = dlsym(library, "give");
  *(void**)&take = dlsym(library, "take");
  both();
}
)");
  EXPECT_EQ(steward({"predict", "--", program, library}).exit, 66);
  const Ran ran = predict(kRules, {program, library});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
}

}  // namespace
}  // namespace steward::cli_test
