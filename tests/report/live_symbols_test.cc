// Addresses of a process by name: this very program serves as the example.

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <link.h>

#include "report/live/address_space.h"
#include "report/live/call_sites.h"
#include "report/live/demangle.h"
#include "report/live/instrumentation.h"

namespace steward::report {

struct Table {
  int entries[10];
};
Table live_symbols_table;
volatile int live_symbols_sink;

namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;

// An address inside whatever it is inlined into, and the line it stands on.
struct Here {
  std::uint64_t counter;
  std::uint32_t line;
};
#define STEWARD_HERE(name) \
  Here name{0, __LINE__};  \
  asm volatile("lea 1f(%%rip), %0\n1: nop" : "=r"(name.counter))

__attribute__((always_inline)) inline Here innermost() {
  STEWARD_HERE(here);
  return here;
}
__attribute__((noinline)) Here caller(std::uint32_t& call_line) {
  call_line = __LINE__ + 1;
  const Here here = innermost();
  live_symbols_sink = 1;
  return here;
}

std::vector<ModuleRecord> own_modules() {
  std::vector<ModuleRecord> modules;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* list) {
        ModuleRecord module;
        module.path = *info->dlpi_name != 0 ? info->dlpi_name : "/proc/self/exe";
        module.base = info->dlpi_addr;
        module.begin = ~std::uint64_t{0};
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
          const std::uint64_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
          module.begin = std::min(module.begin, begin);
          module.end = std::max(module.end, begin + info->dlpi_phdr[i].p_memsz);
        }
        static_cast<std::vector<ModuleRecord>*>(list)->push_back(module);
        return 0;
      },
      &modules);
  return modules;
}

class LiveSymbols : public testing::Test {
 protected:
  LiveSymbols() { space_.replace(own_modules()); }

  SymbolCache cache_;
  AddressSpace space_{cache_};
};

// The last byte of the call, by what it leaves behind on the stack; `getpid` is in libc.
#define STEWARD_CALL(counter, how)            \
  asm volatile(how "\n1: lea 1b(%%rip), %0\n" \
               : "=r"(counter)                \
               :                              \
               : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc", "memory")

TEST_F(LiveSymbols, KnowsWhichLibraryFunctionACallGoesTo) {
  std::uint64_t after = 0;
  STEWARD_CALL(after, "call getpid@PLT");
  const Stack by_table = space_.stack({after - 1});
  ASSERT_FALSE(by_table.empty());
  EXPECT_EQ(by_table.front().callee, "getpid");
  STEWARD_CALL(after, "call *getpid@GOTPCREL(%%rip)");
  EXPECT_EQ(space_.stack({after - 1}).front().callee, "getpid");
  // Only the innermost frame is about the call, and only a call is one.
  EXPECT_EQ(space_.stack({after - 1, after - 1}).back().callee, std::nullopt);
  EXPECT_EQ(space_.stack({after}).front().callee, std::nullopt);
}

TEST_F(LiveSymbols, ExpandsInlinedFunctionsWithTheirPlaces) {
  std::uint32_t call_line = 0;
  const Here here = caller(call_line);
  const Stack stack = space_.stack({here.counter});
  ASSERT_EQ(stack.size(), 2u);
  EXPECT_THAT(*stack[0].function, testing::HasSubstr("innermost"));
  EXPECT_THAT(*stack[0].file, EndsWith("/tests/report/live_symbols_test.cc"));
  EXPECT_NEAR(*stack[0].line, here.line, 1);
  EXPECT_THAT(*stack[1].function, testing::HasSubstr("caller"));
  EXPECT_EQ(stack[1].line, call_line);
  EXPECT_TRUE(stack[1].column);
  for (const Frame& frame : stack) {
    EXPECT_EQ(frame.module, "/proc/self/exe");
    EXPECT_EQ(frame.offset, stack[0].offset);
  }
}

TEST_F(LiveSymbols, NamesGlobalsByTheWholeObject) {
  const auto address = reinterpret_cast<std::uint64_t>(&live_symbols_table.entries[3]);
  const auto global = space_.global(address);
  ASSERT_TRUE(global && global->symbol);
  EXPECT_EQ(global->symbol->name, "steward::report::live_symbols_table");
  EXPECT_EQ(global->symbol->offset, 12u);
  EXPECT_EQ(global->symbol->size, sizeof(Table));
  int local = 0;
  EXPECT_FALSE(space_.global(reinterpret_cast<std::uint64_t>(&local)));
}

TEST_F(LiveSymbols, AFunctionIsNoVariable) {
  const auto global = space_.global(reinterpret_cast<std::uint64_t>(&own_modules));
  ASSERT_TRUE(global);
  EXPECT_FALSE(global->symbol);
}

TEST_F(LiveSymbols, KnowsNothingButThePlaceOfAMissingOrReplacedFile) {
  for (const ModuleRecord& module :
       {ModuleRecord{"/nonexistent/lib.so", "", 0x1000, 0x1000, 0x9000},
        ModuleRecord{"/etc/passwd", "", 0x1000, 0x1000, 0x9000},
        ModuleRecord{"/proc/self/exe", "00ff", 0x1000, 0x1000, 0x9000}}) {
    space_.replace({module});
    const Stack stack = space_.stack({0x1234});
    ASSERT_EQ(stack.size(), 1u);
    EXPECT_FALSE(stack[0].function || stack[0].file || stack[0].line) << module.path;
    EXPECT_EQ(stack[0].module, module.path);
    EXPECT_EQ(stack[0].offset, 0x234u);
    EXPECT_EQ(space_.ordinal(0x1234), 0u);
  }
}

TEST_F(LiveSymbols, CodeOutsideOfAllModulesIsItsAddress) {
  const Stack stack = space_.stack({0x10});
  ASSERT_EQ(stack.size(), 1u);
  EXPECT_FALSE(stack[0].module);
  EXPECT_EQ(stack[0].offset, 0x10u);
}

TEST(LiveDemangle, ShowsNamesAsWritten) {
  EXPECT_EQ(demangled("_Z3fooi"), "foo(int)");
  EXPECT_EQ(demangled("_Z3fooi.part.0"), "foo(int)");
  EXPECT_EQ(demangled("_ZZ4mainE1c"), "main::c");
  EXPECT_EQ(demangled("_ZSt4clog@GLIBCXX_3.4"), "std::clog");
  EXPECT_EQ(demangled("environ@@GLIBC_2.2.5"), "environ");
  EXPECT_EQ(demangled("main"), "main");
  EXPECT_EQ(demangled("work.constprop.0"), "work");
  EXPECT_EQ(demangled("_Znonsense"), "_Znonsense");
  EXPECT_EQ(demangled("_ZL6fields.1"), "fields");
  EXPECT_EQ(demangled("count.12"), "count");
  EXPECT_EQ(demangled("v1.2.x"), "v1.2.x");
}

TEST(LiveCallSites, FindsCallsByTheirTarget) {
  // call +0x10; nop; call +0xa (the same target); call +0x10 (another); call *[rip+1]; nop
  const std::uint8_t code[] = {0xe8, 0x10, 0, 0, 0,    0x90, 0xe8, 0x0a, 0, 0, 0,   0xe8,
                               0x10, 0,    0, 0, 0xff, 0x15, 1,    0,    0, 0, 0x90};
  EXPECT_THAT(calls_to_same_target(code, 0x1000, 0x1004), ElementsAre(0x1004, 0x100a));
  EXPECT_THAT(calls_to_same_target(code, 0x1000, 0x100a), ElementsAre(0x1004, 0x100a));
  EXPECT_THAT(calls_to_same_target(code, 0x1000, 0x100f), ElementsAre(0x100f));
  EXPECT_THAT(calls_to_same_target(code, 0x1000, 0x1015), ElementsAre(0x1015));
  EXPECT_THAT(calls_to_same_target(code, 0x1000, 0x1005), IsEmpty());
  EXPECT_THAT(calls_to_same_target(code, 0x1000, 0x5000), IsEmpty());
}

TEST(LiveInstrumentation, TellsFilesApart) {
  EXPECT_EQ(instrumentation_of("/nonexistent"), Instrumentation::unreadable);
  EXPECT_EQ(instrumentation_of("/etc/passwd"), Instrumentation::unreadable);
  EXPECT_EQ(instrumentation_of("/bin/sh"), Instrumentation::none);
}

}  // namespace
}  // namespace steward::report
