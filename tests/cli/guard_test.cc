// steward guard: the access that races does not execute.

#include <map>
#include <memory>

#include "cli/guard_program.h"
#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

const std::map<std::string, std::string> kBuilds{
    {"gcc-O0", "gcc -g -O0 -fsanitize=thread"},
    {"gcc-O2", "gcc -g -O2 -fsanitize=thread"},
    {"clang-O0", "clang -g -O0 -fsanitize=thread -shared-libsan"},
    {"clang-O2", "clang -g -O2 -fsanitize=thread -shared-libsan"}};
constexpr const char* kWays[] = {
    "write",       "write after read", "read", "unaligned", "struct", "memcpy", "memset",
    "strcpy",      "memccpy",          "cut",  "sort",      "load",   "store",  "add",
    "exchange if", "large store",      "free", "realloc"};

class Guard : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    programs_ = std::make_unique<Folder>();
    for (const auto& [name, compiler] : kBuilds)
      compiled(*programs_, name, kGuardedProgram, compiler + " -w -latomic");
  }
  static void TearDownTestSuite() { programs_.reset(); }

  Ran guard(const std::string& on_race, const std::string& build, const std::string& way) {
    page_ = folder_.file("page", std::string(4096, '\0'));
    // Where libc complains of a damaged heap.
    const Variable complaints("LIBC_FATAL_STDERR_", "1");
    return steward({"guard", "--on-race", on_race, "--", programs_->path(build), page_, way});
  }
  std::string racing() { return folder_.read("page").substr(0, kUntouched.size()); }
  bool reached() { return folder_.read("page")[kReached] == 1; }
  bool passed() { return folder_.read("page")[kPassed] == 1; }
  static bool is_free(const std::string& way) { return way == "free" || way == "realloc"; }

  static std::unique_ptr<Folder> programs_;
  Folder folder_;
  std::string page_;
};
std::unique_ptr<Folder> Guard::programs_;

TEST_F(Guard, TheRacyAccessDoesNotExecute) {
  for (const auto& [build, compiler] : kBuilds) {
    for (const char* way : kWays) {
      SCOPED_TRACE(build + ": " + way);
      const Ran ran = guard("abort", build, way);
      EXPECT_EQ(ran.exit, 66);
      EXPECT_THAT(ran.err, AllOf(HasSubstr("WARNING: Steward: "), HasSubstr(" second"),
                                 HasSubstr(", which did not execute\n"),
                                 Not(HasSubstr("(): invalid")), Not(HasSubstr("by signal"))));
      EXPECT_TRUE(reached());
      EXPECT_FALSE(passed());
      EXPECT_EQ(racing(), kUntouched);
      EXPECT_THAT(ran.out, IsEmpty());
    }
  }
}

// Otherwise the test above would prove nothing.
TEST_F(Guard, WithReportItDoes) {
  for (const char* way : kWays) {
    SCOPED_TRACE(way);
    const Ran ran = guard("report", "gcc-O0", way);
    EXPECT_THAT(ran.err, HasSubstr("WARNING: Steward: "));
    if (is_free(way)) {
      EXPECT_THAT(ran.err, HasSubstr("(): invalid"));
      EXPECT_EQ(ran.exit, 128 + SIGABRT);
      continue;
    }
    EXPECT_EQ(ran.exit, 3);
    EXPECT_TRUE(passed());
    const bool reads = way == std::string("read") || way == std::string("load");
    EXPECT_EQ(racing() == kUntouched, reads);
  }
}

// The size of what comes in is known only when it is there.
TEST_F(Guard, SaysWhenTheAccessCouldNotBeStopped) {
  const Ran ran = guard("abort", "gcc-O0", "input");
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(ran.err, AllOf(HasSubstr(" right after this write"), Not(HasSubstr("not execute"))));
  EXPECT_NE(racing(), kUntouched);
  EXPECT_FALSE(passed());
}

constexpr const char* kVirtualProgram = R"(
#include <atomic>
#include <fcntl.h>
#include <new>
#include <sched.h>
#include <sys/mman.h>
#include <thread>
static std::atomic<int> step;
struct Base {
  virtual void act() {}
  __attribute__((noinline)) void call() { act(); }
  virtual ~Base() { call(); }
};
struct Derived : Base {
  void act() override { step.store(1, std::memory_order_relaxed); }
};
__attribute__((no_sanitize("thread"))) void keep(void** page) { page[1] = page[0]; }
int main(int, char** argv) {
  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, open(argv[1], O_RDWR), 0);
  Base* object = new (page) Derived;
  keep(static_cast<void**>(page));
  std::thread user([=] { object->act(); });
  while (step.load(std::memory_order_relaxed) == 0) sched_yield();
  object->~Base();
  user.join();
}
)";

TEST_F(Guard, AnObjectThatOthersCallIsNotDestroyed) {
  for (const char* compiler :
       {"g++ -fsanitize=thread", "clang++ -fsanitize=thread -shared-libsan"}) {
    const std::string program =
        compiled(folder_, "virtual", kVirtualProgram, std::string(compiler) + " -g -O0 -x c++");
    const auto run = [&](const char* on_race) {
      folder_.file("page", std::string(4096, '\0'));
      return steward({"guard", "--on-race", on_race, "--", program, folder_.path("page")});
    };
    const auto is_derived = [&] {
      const std::string page = folder_.read("page");
      return page.substr(0, 8) == page.substr(8, 8);
    };
    const Ran ran = run("abort");
    EXPECT_EQ(ran.exit, 66) << compiler;
    EXPECT_THAT(ran.err, AllOf(HasSubstr("data race on vptr"), HasSubstr("did not execute")));
    EXPECT_TRUE(is_derived()) << compiler;
    EXPECT_EQ(run("report").exit, 0) << compiler;
    EXPECT_FALSE(is_derived()) << compiler;
  }
}

}  // namespace
}  // namespace steward::cli_test
