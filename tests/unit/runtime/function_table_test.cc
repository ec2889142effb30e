// Which function an address belongs to.

#include "runtime/state/function_table.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>

#include "runtime/state/call_stack.h"

namespace steward {
namespace {

TEST(FunctionTable, FindsAFunctionByAnyOfItsBytes) {
  Heap heap;
  FunctionTable table(heap);
  EXPECT_EQ(table.at(0), nullptr);
  constexpr std::uint64_t kCount = 7;
  // With gaps of 10, of 20 bytes each.
  for (std::uint64_t i = 0; i < kCount; ++i) table.add({1, 100 + 30 * i, 120 + 30 * i, i, 0, 0});
  for (std::uint64_t at = 90; at < 100 + 30 * kCount; ++at) {
    const ChannelFunction* const found = table.at(at);
    const bool inside = at >= 100 && (at - 100) % 30 < 20;
    ASSERT_EQ(found != nullptr, inside) << at;
    if (!inside) continue;
    EXPECT_EQ(found->entry.number, (at - 100) / 30) << at;
  }
}

TEST(FunctionTable, ReadsTheAnswerToOneQuestion) {
  const std::string path = testing::TempDir() + "function_table_test";
  const channel::FunctionEntry entries[] = {
      {1, 10, 20, 0, 1, 0}, {2, 15, 25, 1, 0, 2}, {1, 30, 40, 2, 4, 8}};
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(entries), sizeof entries);
  Heap heap;
  FunctionTable table(heap);
  table.read(path.c_str(), 1);
  EXPECT_EQ(table.at(22), nullptr) << "that is another's";
  ASSERT_NE(table.at(30), nullptr);
  EXPECT_EQ(table.at(30)->entry.sends, 4u);
  EXPECT_EQ(table.at(30)->entry.receives, 8u);
  std::remove(path.c_str());
  FunctionTable none(heap);
  none.read(path.c_str(), 1);
  EXPECT_TRUE(none.empty());
}

TEST(FunctionTable, TheAnswerToTheLaterQuestionStays) {
  Heap heap;
  FunctionTable first(heap), second(heap), empty(heap);
  first.add({1, 10, 20, 0, 1, 0});
  second.add({2, 10, 20, 0, 1, 0});
  NewestFunctions newest;
  EXPECT_EQ(newest.get(), nullptr);
  newest.install(second, 2);
  newest.install(first, 1);
  EXPECT_EQ(newest.get(), &second);
  newest.install(empty, 3);
  EXPECT_EQ(newest.get(), nullptr);
  newest.install(second, 2);
  EXPECT_EQ(newest.get(), nullptr) << "nothing is an answer, too";
}

TEST(FunctionTable, AFirstCallIsOneOnce) {
  const ChannelFunction function(channel::FunctionEntry{});
  EXPECT_TRUE(function.is_first_call());
  EXPECT_FALSE(function.is_first_call());
}

// A function that is jumped out of never ends: nothing of it may be taken for another's end.
TEST(CallStack, GivesBackWhatItsOwnFunctionReceives) {
  Heap heap;
  Contexts contexts(heap);
  CallStack calls(heap, contexts);
  calls.enter(1, 900);
  calls.enter(2, 800, 1);
  calls.enter(3, 700, 4);
  calls.enter(4, 750, 2);  // where the third was before
  EXPECT_EQ(calls.receiving(), 3u);
  EXPECT_EQ(calls.leave(), 2u);
  calls.enter(5, 750, 1);
  EXPECT_EQ(calls.leave(), 0u) << "its caller does so, too, and goes on";
  EXPECT_EQ(calls.leave(), 1u);
  EXPECT_EQ(calls.receiving(), 0u);
  EXPECT_EQ(calls.leave(), 0u);
  EXPECT_EQ(calls.leave(), 0u) << "nothing is left";
}

}  // namespace
}  // namespace steward
