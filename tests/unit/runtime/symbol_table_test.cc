#include "runtime/platform/symbol_table.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

namespace steward {
namespace {

// No other module can see it, so the loader does not know it.
volatile long long looked_for[3] = {1, 2, 3};

std::uint64_t base_of_this_program() {
  Dl_info info = {};
  void* map = nullptr;
  dladdr1(reinterpret_cast<void*>(&base_of_this_program), &info, &map, RTLD_DL_LINKMAP);
  return static_cast<link_map*>(map)->l_addr;
}

TEST(SymbolTable, KnowsVariablesThatOthersCannotSee) {
  NamedObject found;
  const auto begin = reinterpret_cast<std::uint64_t>(&looked_for[0]);
  ASSERT_TRUE(find_variable("/proc/self/exe", base_of_this_program(), begin + 17, found));
  EXPECT_NE(std::string(found.name).find("looked_for"), std::string::npos) << found.name;
  EXPECT_EQ(found.begin, begin);
  EXPECT_EQ(found.size, sizeof looked_for);
}

TEST(SymbolTable, KnowsNothingOfWhatIsNoVariableOrNoModule) {
  NamedObject found;
  const auto code = reinterpret_cast<std::uint64_t>(&base_of_this_program);
  EXPECT_FALSE(find_variable("/proc/self/exe", base_of_this_program(), code, found));
  EXPECT_FALSE(find_variable("/dev/null", 0, code, found));
  EXPECT_FALSE(find_variable("/nonexistent", 0, code, found));
  EXPECT_FALSE(find_variable("/etc/passwd", 0, code, found));
}

}  // namespace
}  // namespace steward
