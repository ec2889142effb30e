// steward guard --on-race throw and exit-thread: a race as an exception, in every construct of C++,
// at every level of optimisation.

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <sys/stat.h>

#include "../corpus/guard/page.h"
#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

const std::string kSources = STEWARD_SOURCE_DIR "/corpus/guard/";

bool has_plugin() { return std::ifstream(STEWARD_BUILD "/lib/steward/steward_guard.so").good(); }

// What a way of the program does under `throw`.
struct Way {
  const char* name;
  bool unwinds = false;  // over an object with a destructor
};
constexpr Way kThrows[] = {
    {"try"},      {"write"},           {"read"},      {"callee", true}, {"constructor", true},
    {"lambda"},   {"coroutine", true}, {"template"},  {"inlined"},      {"loop"},
    {"compound"}, {"increment"},       {"bit-field"}, {"struct copy"},  {"struct result"},
    {"array"},    {"reference"},       {"volatile"},  {"unaligned"},    {"float"},
    {"memcpy"},   {"memset"},          {"C"},         {"lock"},         {"async", true}};
// Where nothing can be thrown, the process ends: why.
struct Fallback {
  const char* name;
  const char* why;
};
constexpr Fallback kAborts[] = {
    {"destructor", "that function may not throw"},
    {"noexcept", "that function may not throw"},
    {"noexcept on the way", "a function that may not throw is on the way"},
    {"other code", "that code does not ask before"},
    {"atomic", "an atomic operation cannot be refused"}};
// Functions of the standard library, which promise not to throw.
constexpr const char* kAccessors[] = {"vector", "string"};

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += word + " ";
  return all;
}

class GuardThrow : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    programs_ = std::make_unique<Folder>();
    built_.clear();
  }
  static void TearDownTestSuite() { programs_.reset(); }
  void SetUp() override {
    // reason: the plugin is built by GCC 12 with its headers only
    if (!has_plugin()) GTEST_SKIP();
  }

  static void build(const std::vector<std::string>& words) {
    const Ran ran = steward(words);
    ASSERT_EQ(ran.exit, 0) << joined(words) << ran.err;
  }
  // The program at that level, built when it is first asked for.
  static std::string program(const std::string& level, bool lifts_std = false) {
    const std::string name = "constructs" + level + (lifts_std ? "-lifted" : "");
    const std::string path = programs_->path(name);
    if (!built_.insert(name).second) return path;
    const std::string in_c = path + "-in_c.o", elsewhere = path + "-elsewhere.o";
    build({"cc", "--guard", "-c", level, kSources + "in_c.c", "-o", in_c});
    build({"cc", "-c", level, kSources + "elsewhere.c", "-o", elsewhere});
    std::vector<std::string> words{"c++", "--guard"};
    if (lifts_std) words.push_back("--lift-std");
    for (const std::string& word :
         {std::string("-std=c++20"), level, std::string("-Wall"), std::string("-Wextra"),
          std::string("-I" STEWARD_SOURCE_DIR "/include"), kSources + "constructs.cc", in_c,
          elsewhere, std::string("-o"), path, std::string("-pthread")})
      words.push_back(word);
    build(words);
    return path;
  }

  Ran guard(const std::vector<std::string>& options, const std::string& program,
            const std::string& way) {
    folder_.file("page", std::string(4096, '\0'));
    std::vector<std::string> words{"guard"};
    words.insert(words.end(), options.begin(), options.end());
    for (const std::string& word : {std::string("--"), program, folder_.path("page"), way})
      words.push_back(word);
    const Ran ran = steward(words);
    std::memcpy(&page_, folder_.read("page").data(), sizeof page_);
    return ran;
  }
  bool is_untouched() const {
    for (const int number : page_.all)
      if (number != ::kUntouched) return false;
    return true;
  }
  void expect_thrown(const Ran& ran, const Way& way) {
    EXPECT_EQ(ran.exit, 3);
    EXPECT_THAT(ran.err, AllOf(HasSubstr("WARNING: Steward: data race"),
                               HasSubstr("Steward: threw steward::data_race in thread "),
                               HasSubstr(", which did not execute\n")));
    EXPECT_THAT(ran.out, HasSubstr("done\n"));
    EXPECT_EQ(page_.reached, 1);
    EXPECT_EQ(page_.passed, 0);
    EXPECT_EQ(page_.caught, 1);
    EXPECT_EQ(page_.destroyed, way.unwinds ? 1 : 0);
    EXPECT_EQ(page_.unlocked, 1);
    EXPECT_TRUE(is_untouched());
  }
  void expect_aborted(const Ran& ran, const char* why) {
    EXPECT_EQ(ran.exit, 66);
    EXPECT_THAT(ran.err, AllOf(HasSubstr("WARNING: Steward: data race"),
                               HasSubstr("Steward: aborted process "),
                               HasSubstr(", which did not execute: " + std::string(why)),
                               Not(HasSubstr("terminate called"))));
    EXPECT_THAT(ran.out, IsEmpty());
    EXPECT_EQ(page_.reached, 1);
    EXPECT_EQ(page_.passed, 0);
    EXPECT_TRUE(is_untouched());
  }

  static std::unique_ptr<Folder> programs_;
  static std::set<std::string> built_;
  Folder folder_;
  Page page_ = {};
};
std::unique_ptr<Folder> GuardThrow::programs_;
std::set<std::string> GuardThrow::built_;

// What holds at each level of optimisation. One test for each: most of the time goes to compiling.
class GuardThrowAt : public GuardThrow, public testing::WithParamInterface<const char*> {
 protected:
  void expect_caught_in_every_construct() {
    for (const Way& way : kThrows) {
      SCOPED_TRACE(way.name);
      expect_thrown(guard({"--on-race", "throw"}, program(GetParam()), way.name), way);
    }
  }
  // Otherwise that would prove nothing.
  void expect_made_with_report() {
    for (const Way& way : kThrows) {
      SCOPED_TRACE(way.name);
      const Ran ran = guard({"--on-race", "report"}, program(GetParam()), way.name);
      EXPECT_EQ(ran.exit, 3);
      EXPECT_EQ(page_.passed, 1);
      EXPECT_EQ(page_.caught, 0);
      EXPECT_EQ(is_untouched(), way.name == std::string("read"));
    }
  }
  void expect_aborted_where_nothing_can_be_thrown() {
    for (const Fallback& fallback : kAborts) {
      SCOPED_TRACE(fallback.name);
      expect_aborted(guard({"--on-race", "throw"}, program(GetParam()), fallback.name),
                     fallback.why);
    }
  }
  void expect_accessors_to_throw_if_wanted() {
    for (const char* accessor : kAccessors) {
      SCOPED_TRACE(accessor);
      expect_aborted(guard({"--on-race", "throw"}, program(GetParam()), accessor),
                     "that function may not throw");
      expect_thrown(guard({"--on-race", "throw"}, program(GetParam(), true), accessor), {accessor});
    }
  }
  // Others go on.
  void expect_threads_to_end_that_do_not_catch() {
    const Ran ran = guard({"--on-race", "throw"}, program(GetParam()), "uncaught");
    EXPECT_EQ(ran.exit, 3);
    EXPECT_THAT(ran.err, HasSubstr("Steward: ended thread T1 of process "));
    EXPECT_THAT(ran.err, HasSubstr("nobody would catch"));
    EXPECT_THAT(ran.out, HasSubstr("done\n"));
    EXPECT_EQ(page_.destroyed, 1);
    EXPECT_EQ(page_.ended, 1);
    EXPECT_TRUE(is_untouched());
    expect_aborted(
        guard({"--on-race", "throw", "--uncaught", "abort"}, program(GetParam()), "uncaught"),
        "nobody would catch");
    EXPECT_EQ(page_.destroyed, 0);
  }
  // Though they would catch.
  void expect_threads_to_end_if_wanted() {
    const Ran ran = guard({"--on-race", "exit-thread"}, program(GetParam()), "callee");
    EXPECT_EQ(ran.exit, 3);
    EXPECT_THAT(ran.err, HasSubstr("Steward: ended thread T1 of process "));
    EXPECT_EQ(page_.destroyed, 1);
    EXPECT_EQ(page_.caught, 0);
    EXPECT_EQ(page_.ended, 1);
    EXPECT_TRUE(is_untouched());
    expect_aborted(guard({"--on-race", "exit-thread"}, program(GetParam()), "noexcept on the way"),
                   "a function that may not throw");
  }
  void expect_blocks_to_be_tried_again() {
    const Ran ran = guard({"--on-race", "throw"}, program(GetParam()), "retry");
    EXPECT_EQ(ran.exit, 3);
    EXPECT_EQ(page_.tries, 2);
    EXPECT_EQ(page_.passed, 1);
    EXPECT_EQ(page_.racing.number, 2);
  }
};

TEST_P(GuardThrowAt, EveryConstructThrowsOrEndsTheProcess) {
  expect_caught_in_every_construct();
  expect_made_with_report();
  expect_aborted_where_nothing_can_be_thrown();
  expect_accessors_to_throw_if_wanted();
  expect_threads_to_end_that_do_not_catch();
  expect_threads_to_end_if_wanted();
  expect_blocks_to_be_tried_again();
}
INSTANTIATE_TEST_SUITE_P(Levels, GuardThrowAt, testing::Values("-O0", "-O1", "-O2", "-O3"),
                         [](const auto& level) { return std::string(level.param).substr(1); });

// STEWARD_RUNS times in all.
TEST_F(GuardThrow, MemoryNeverHoldsWhatWasRefused) {
  const char* const said = std::getenv("STEWARD_RUNS");
  const int runs = said == nullptr ? 8 : std::atoi(said);
  constexpr const char* kLevels[] = {"-O2", "-O0", "-O3", "-O1"};
  // Each level is compiled when it is reached.
  const int runs_at_a_level = runs < 100 ? runs : runs / 4 + 1;
  for (int run = 0; run < runs; ++run) {
    const Way& way = kThrows[static_cast<std::size_t>(run) % std::size(kThrows)];
    const char* const level = kLevels[run / runs_at_a_level];
    const char* const detector = run % 2 == 0 ? "goldilocks" : "fasttrack";
    SCOPED_TRACE(std::string(way.name) + " " + level + " " + detector);
    expect_thrown(guard({"--on-race", "throw", "--detector", detector}, program(level), way.name),
                  way);
  }
}

TEST_F(GuardThrow, ModulesMayHaveAPolicyOfTheirOwn) {
  const std::string path = program("-O0");
  const std::string own = path.substr(path.rfind('/') + 1) + "=";
  guard({"--on-race", "throw", "--on-race-in", own + "report"}, path, "write");
  EXPECT_EQ(page_.racing.number, 2);
  const Ran thrown = guard({"--on-race", "report", "--on-race-in", own + "throw"}, path, "write");
  EXPECT_THAT(thrown.err, HasSubstr("Steward: threw"));
  EXPECT_TRUE(is_untouched());
  guard({"--on-race", "throw", "--on-race-in", "libother.so=report"}, path, "write");
  EXPECT_TRUE(is_untouched());
  EXPECT_EQ(guard({"--on-race-in", "libother.so=often"}, path, "write").exit, 2);
}

constexpr const char* kLibrary = R"(
#include <cstdio>
struct Local { ~Local() { std::puts("destroyed"); } };
void write(int* to) { const Local local; *to = 2; }
)";
constexpr const char* kUser = R"(
#include <atomic>
#include <cstdio>
#include <exception>
#include <thread>
void write(int*);
static std::atomic<int> step;
static int value;
int main() {
  std::thread writer([] {
    while (step.load(std::memory_order_relaxed) == 0) std::this_thread::yield();
    try { write(&value); } catch (const std::exception&) { std::puts("caught"); }
  });
  value = 1;
  step.store(1, std::memory_order_relaxed);
  writer.join();
  std::printf("value %d\n", value);
}
)";

TEST_F(GuardThrow, ALibraryThrowsIntoProgramsOfOtherBuilds) {
  const std::string library = folder_.path("libwriter.so");
  build({"c++", "--guard", "-std=c++20", "-O1", "-shared", "-fPIC",
         folder_.file("library.cc", kLibrary), "-o", library});
  for (const char* compiler : {"g++", "clang++"}) {
    const std::string program = folder_.path(compiler);
    build({"c++", "--compiler", compiler, "-std=c++20", "-O1", folder_.file("user.cc", kUser),
           library, "-o", program, "-pthread", "-Wl,-rpath," + folder_.path("")});
    const Ran thrown = steward({"guard", "--on-race", "throw", "--", program});
    EXPECT_EQ(thrown.exit, 0) << thrown.err;
    EXPECT_EQ(thrown.out, "destroyed\ncaught\nvalue 1\n") << compiler;
    const Ran let_pass = steward(
        {"guard", "--on-race", "throw", "--on-race-in", "libwriter.so=report", "--", program});
    EXPECT_EQ(let_pass.out, "destroyed\nvalue 2\n") << compiler;
  }
}

// Between checks the compiler takes what it does not see for what nobody has done.
TEST_F(GuardThrow, CleanCodeIsBuiltWithoutWarnings) {
  const std::string source = folder_.file("clean.cc", R"(
#include <string>
#include <unordered_map>
std::unordered_map<int, std::string> names;
void name(int i) { names[i % 13] = std::to_string(i); }
)");
  build({"c++", "--guard", "-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-c", source, "-o",
         folder_.path("clean.o")});
}

// The first word of what is refused for the sake of the second.
constexpr const char* kTwoWords = R"(
#include <atomic>
#include <cstdio>
#include <steward/data_race.h>
#include <thread>
struct Two { long first, second; };
static Two two;
static std::atomic<int> step;
static void wait_for(int number) {
  while (step.load(std::memory_order_relaxed) != number) std::this_thread::yield();
}
int main() {
  std::thread reader([] {
    wait_for(1);
    try {
      const volatile Two copy = two;
      std::printf("%ld\n", copy.first);
    } catch (const steward::data_race&) {
      std::puts("refused");
    }
    step.store(2, std::memory_order_relaxed);
  });
  two.second = 1;
  step.store(1, std::memory_order_relaxed);
  wait_for(2);
  try { two.first = 2; } catch (const steward::data_race&) { std::puts("refused, too"); }
  reader.join();
}
)";

TEST_F(GuardThrow, NoPartOfARefusedAccessCounts) {
  const std::string program = folder_.path("two");
  build({"c++", "--guard", "-std=c++20", "-O1", "-I" STEWARD_SOURCE_DIR "/include",
         folder_.file("two.cc", kTwoWords), "-o", program, "-pthread"});
  for (const char* detector : {"fasttrack", "goldilocks"})
    EXPECT_EQ(steward({"guard", "--on-race", "throw", "--detector", detector, "--", program}).out,
              "refused\n")
        << detector;
}

TEST_F(GuardThrow, WhatIsSuppressedIsMade) {
  const std::string known = folder_.file("known", "race:second\n");
  const Ran ran = guard({"--on-race", "throw", "--suppress", known}, program("-O0"), "write");
  EXPECT_EQ(ran.exit, 3);
  EXPECT_EQ(page_.passed, 1);
  EXPECT_EQ(page_.racing.number, 2);
}

TEST_F(GuardThrow, NeedsAProgramThatWasBuiltForIt) {
  const std::string plain = compiled(folder_, "plain", kRacyProgram);
  const std::string script = folder_.file("script", "#!/bin/sh\n" + plain + "\n");
  ASSERT_EQ(chmod(script.c_str(), 0700), 0);
  for (const char* policy : {"throw", "exit-thread"}) {
    const Ran refused = steward({"guard", "--on-race", policy, "--", plain});
    EXPECT_EQ(refused.exit, 2);
    EXPECT_THAT(refused.err, HasSubstr("build it with `steward c++ --guard`"));
    EXPECT_THAT(refused.out, IsEmpty());
  }
  const std::string clean = compiled(folder_, "clean", kCleanProgram);
  const std::string other = folder_.file("other", "#!/bin/sh\n" + clean + "\n");
  ASSERT_EQ(chmod(other.c_str(), 0700), 0);
  EXPECT_EQ(steward({"guard", "--on-race", "throw", "--", other}).exit, 2);
  EXPECT_EQ(steward({"guard", "--on-race", "throw", "--", script}).exit, 66);
}

TEST_F(GuardThrow, RunsWithoutStewardAsAnyOther) {
  folder_.file("page", std::string(4096, '\0'));
  const std::string command = program("-O0") + " " + folder_.path("page") + " write >/dev/null";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 3);
}

TEST_F(GuardThrow, ASampleSaysWhatItLeavesOut) {
  const std::string json = folder_.path("races.json");
  guard({"--on-race", "throw", "--sample", "1", "--json", json}, program("-O0"), "write");
  EXPECT_THAT(folder_.read("races.json"), HasSubstr("all but 1 % of them"));
  const Ran all = guard({"--on-race", "throw", "--sample", "100"}, program("-O0"), "write");
  EXPECT_THAT(all.err, HasSubstr("Steward: threw"));
}

}  // namespace
}  // namespace steward::cli_test
