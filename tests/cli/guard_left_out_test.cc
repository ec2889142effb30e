// steward c++ --guard: which checks the compiler leaves out, because what they would check cannot
// race, or is said not to.
#include <fstream>

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

// The usual macros: see clang's documentation of its analysis.
constexpr const char* kAnnotations = R"(
#include <mutex>
#include <thread>
#include <cstdio>
#if defined(__clang__)
#define ANNOTATE(x) __attribute__((x))
#else
#define ANNOTATE(x)
#endif
#define GUARDED_BY(x) ANNOTATE(guarded_by(x))
#define REQUIRES(...) ANNOTATE(requires_capability(__VA_ARGS__))
#define UNCHECKED ANNOTATE(no_thread_safety_analysis)
class ANNOTATE(capability("mutex")) Mutex {
 public:
  void lock() ANNOTATE(acquire_capability()) { mutex_.lock(); }
  void unlock() ANNOTATE(release_capability()) { mutex_.unlock(); }
 private:
  std::mutex mutex_;
};
class ANNOTATE(scoped_lockable) Lock {
 public:
  explicit Lock(Mutex& mutex) ANNOTATE(acquire_capability(mutex)) : mutex_(mutex) { mutex.lock(); }
  ~Lock() ANNOTATE(release_capability()) { mutex_.unlock(); }
 private:
  Mutex& mutex_;
};
class Account {
 public:
  explicit Account(long balance) : balance_(balance) {}
  void deposit(long amount) {
    Lock lock(mutex_);
    balance_ += amount;
    ++deposits_[amount % 2];
  }
  long balance() {
    Lock lock(mutex_);
    return rounded();
  }
  MORE
 private:
  long rounded() REQUIRES(mutex_) { return balance_ / 10 * 10 + deposits_[0]; }
  Mutex mutex_;
  long balance_ GUARDED_BY(mutex_);
  int deposits_[2] GUARDED_BY(mutex_) = {};
};
Account account(5);
void work() { for (int i = 0; i < 1000; ++i) account.deposit(i); }
int main() {
  std::thread one(work), other(work);
  one.join();
  other.join();
  std::printf("%ld\n", account.balance());
  LAST
}
)";

// With these in their places.
std::string annotated(const std::string& more = "", const std::string& last = "") {
  std::string text = kAnnotations;
  text.replace(text.find("MORE"), 4, more);
  return text.replace(text.find("LAST"), 4, last);
}

class GuardLeftOut : public testing::Test {
 protected:
  void SetUp() override {
    // reason: the plugin is built by GCC 12 with its headers only
    if (!std::ifstream(STEWARD_BUILD "/lib/steward/steward_guard.so").good()) GTEST_SKIP();
  }
  // What the plugin and the tool say while they build it.
  std::string build(const std::string& source, std::vector<std::string> options = {}) {
    std::vector<std::string> words{"c++", "--guard"};
    words.insert(words.end(), options.begin(), options.end());
    for (const std::string& word :
         {std::string("-std=c++20"), std::string("-O2"),
          std::string("-fplugin-arg-steward_guard-report"), folder_.file("source.cc", source),
          std::string("-o"), program_, std::string("-pthread")})
      words.push_back(word);
    const Ran ran = steward(words);
    EXPECT_EQ(ran.exit, 0) << ran.err;
    return ran.err;
  }
  Ran guarded() { return steward({"guard", "--on-race", "throw", "--", program_}); }

  Folder folder_;
  const std::string program_ = folder_.path("program");
};

constexpr const char* kNone = ", 0 of what a lock guards";
constexpr const char* kTrust = "--trust-annotations";
constexpr const char* kResult = "1000000\n";

TEST_F(GuardLeftOut, WhatALockGuardsIfTheUserTrustsInThat) {
  EXPECT_THAT(build(annotated()), HasSubstr(kNone));
  EXPECT_THAT(guarded().err, Not(HasSubstr("since annotations say")));
  EXPECT_THAT(build(annotated(), {kTrust}),
              AllOf(HasSubstr(" of what a lock guards"), Not(HasSubstr(kNone))));
  const Ran ran = guarded();
  EXPECT_EQ(ran.exit, 0);
  EXPECT_EQ(ran.out, kResult);
  EXPECT_THAT(ran.err, HasSubstr("since annotations say that a lock guards"));
}

TEST_F(GuardLeftOut, AsInTheDocs) {
  const std::string source = project_file("corpus/guard/annotated.cc");
  EXPECT_THAT(build(source), HasSubstr(": 34 checks after"));
  EXPECT_THAT(build(source, {kTrust}),
              AllOf(HasSubstr(": 24 checks after"), HasSubstr(", 11 of what a lock guards")));
  EXPECT_THAT(project_file("docs/guard.md"),
              AllOf(HasSubstr("| as usual | 34 |"), HasSubstr("| 24, and 11 left out |")));
  EXPECT_EQ(steward({"guard", "--", program_, "1000"}).out, "0\n");
}

// Each makes the analysis look at less than there is.
TEST_F(GuardLeftOut, NotWhatIsUsedInAWayThatNobodyHasLookedAt) {
  EXPECT_THAT(
      build(annotated("long all() UNCHECKED { return balance_ + deposits_[1]; }", "account.all();"),
            {kTrust}),
      HasSubstr(kNone));
  EXPECT_THAT(build(annotated("void give(void (*to)(long*, int*)) { to(&balance_, deposits_); }",
                              "account.give([](long* one, int* all) { all[0] = *one; });"),
                    {kTrust}),
              HasSubstr(kNone));
  EXPECT_THAT(build(annotated("Account(const Account& other) UNCHECKED : balance_(other.balance_) "
                              "{ deposits_[0] = other.deposits_[0]; }",
                              "Account copy = account; copy.deposit(1);"),
                    {kTrust}),
              HasSubstr(kNone));
}

// Nor does it then hide the race.
TEST_F(GuardLeftOut, AnAccessWithoutTheLockIsRefused) {
  build(annotated("long peek() UNCHECKED { return balance_; }",
                  "std::thread writer(work); long seen = 0;\n"
                  "for (int i = 0; i < 100000; ++i) seen += account.peek();\n"
                  "writer.join(); return seen == 1;"),
        {kTrust});
  const Ran ran = guarded();
  EXPECT_THAT(ran.err, HasSubstr("WARNING: Steward: data race"));
  EXPECT_THAT(ran.err, HasSubstr("which did not execute"));
}

TEST_F(GuardLeftOut, NotWhereTheAnalysisComplains) {
  EXPECT_THAT(build(annotated("long all() { return balance_; }", "account.all();"), {kTrust}),
              AllOf(HasSubstr("requires holding mutex 'mutex_'"),
                    HasSubstr("so no annotation is trusted here"), HasSubstr(kNone)));
}

TEST_F(GuardLeftOut, TrustIsForGuardedBuilds) {
  const Ran ran = steward({"c++", kTrust, "-c", folder_.file("x.cc", "int x;")});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("only with --guard"));
}

// `use` may be anything that the compiler cannot see into.
std::string checks_of(const std::string& text) {
  const std::size_t end = text.find(" checks after inlining");
  const std::size_t begin = text.rfind(' ', end - 1) + 1;
  return text.substr(begin, end - begin);
}
constexpr const char* kUse = "void use(); void use() { asm volatile(\"\" ::: \"memory\"); }\n";

TEST_F(GuardLeftOut, StaticVariablesThatNobodyWrites) {
  const std::string uses =
      "int get(int i) { use(); return limits[i] + own; } int main() { return get(1) - 5; }";
  EXPECT_EQ(checks_of(build(std::string(kUse) +
                            "static int limits[3] = {1, 2, 3}; static int own = 3;" + uses)),
            "0");
  for (const char* changed : {"int limits[3] = {1, 2, 3}; int own = 3;",
                              "static int limits[3] = {1, 2, 3}; static int own = 3;"
                              "void set(int i) { limits[i] = own = i; }",
                              "static int limits[3] = {1, 2, 3}; static int own = 3;"
                              "int* where[] = {limits, &own};",
                              "static int limits[3] = {1, 2, 3}; static int own = 3;"
                              "int* find(bool all) { return all ? limits : &own; }"})
    EXPECT_NE(checks_of(build(std::string(kUse) + changed + uses)), "0") << changed;
}

TEST_F(GuardLeftOut, WhatEachThreadHasForItself) {
  const std::string uses =
      "int next() { use(); return ++count; } int main() { return next() - 1; }";
  EXPECT_EQ(checks_of(build(std::string(kUse) + "static thread_local int count;" + uses)), "0");
  for (const char* known :
       {"thread_local int count;", "static thread_local int count; int* mine() { return &count; }"})
    EXPECT_NE(checks_of(build(std::string(kUse) + known + uses)), "0") << known;
}

// What each turn of a loop reads anew is checked in the first one, unless others may come in
// between.
TEST_F(GuardLeftOut, WhatEachTurnOfALoopRepeats) {
  const auto fill = [](const std::string& more) {
    return std::string(kUse) +
           "int all[64]; int limit = 3, count = 64; [[gnu::noipa]] void fill() "
           "{ for (int i = 0; i < count; ++i) { all[i] = limit; " +
           more + " } } int main() { fill(); }";
  };
  const auto taken_out = [](const std::string& text) {
    const std::string words = "taken out before: ";
    const std::size_t begin = text.find(words) + words.size();
    return text.substr(begin, text.find(" redundant", begin) - begin);
  };
  // Of `count` and of `limit`.
  EXPECT_EQ(taken_out(build(fill(""))), "2");
  EXPECT_EQ(taken_out(build(fill("use();"))), "0");
  // Otherwise nobody would know that it waits.
  EXPECT_EQ(taken_out(build("bool flag; int main() { while (!flag); }")), "0");
}

constexpr const char* kRacingTurn = R"(
#include <atomic>
#include <cstdio>
#include <exception>
#include <thread>
int all[64], limit = 7, last;
std::atomic<int> step;
void fill(int& i) {
  for (; i < 64; ++i) {
    all[i] = limit;
    if (i == 33) all[0] = last;
  }
}
int main() {
  std::thread other([] {
    last = 1;
    step.store(1, std::memory_order_relaxed);
  });
  while (step.load(std::memory_order_relaxed) == 0) std::this_thread::yield();
  int i = 0;
  try {
    fill(i);
  } catch (const std::exception&) {
    std::printf("in turn %d, after %d and before %d\n", i, all[33], all[34]);
  }
  other.join();
}
)";
TEST_F(GuardLeftOut, NothingIsCheckedBeforeItsTurn) {
  build(kRacingTurn);
  EXPECT_EQ(guarded().out, "in turn 33, after 7 and before 0\n");
}

}  // namespace
}  // namespace steward::cli_test
