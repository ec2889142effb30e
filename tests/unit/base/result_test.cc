// How Results keep their contents; tests/trace/result_test.cc has what callers see.
#include "base/result.h"

#include <gtest/gtest.h>
#include <string>
#include <type_traits>

#include "unit/counted.h"

namespace steward {
namespace {

using Counting = Result<Counted, std::string>;

TEST(ResultContents, LiveExactlyAsLongAsTheResult) {
  const int before = Counted::alive();
  {
    Counting result = Counted(5);
    EXPECT_EQ(Counted::alive(), before + 1);
    Counting moved = std::move(result);
    EXPECT_EQ(moved->value(), 5);
    EXPECT_EQ(Counted::alive(), before + 2);  // what was moved from is still there
    moved = Counting(std::string("gone"));
    EXPECT_EQ(Counted::alive(), before + 1);
    moved = Counting(Counted(6));
    EXPECT_EQ((*moved).value(), 6);
  }
  EXPECT_EQ(Counted::alive(), before);
}

TEST(ResultContents, AreConvertedFromWhatMakesAValue) {
  const Counting from_int = 7;
  ASSERT_TRUE(from_int.ok());
  EXPECT_EQ(from_int.value().value(), 7);
  const Result<std::string, int> text = "text";
  EXPECT_EQ(*text, "text");
  const Result<std::string, int> error = 3;
  ASSERT_FALSE(error);
  EXPECT_EQ(error.error(), 3);
}

TEST(ResultContents, SurviveAssignmentToThemselves) {
  Counting result = Counted(8);
  Counting& same = result;
  result = std::move(same);
  EXPECT_EQ(result->value(), 8);
}

TEST(ResultContents, AreMovedNotCopied) {
  static_assert(!std::is_copy_constructible_v<Counting>);
  Result<std::string, int> result = std::string(100, 'x');
  const char* characters = result->data();
  const std::string taken = std::move(result).value();
  EXPECT_EQ(taken.data(), characters);
}

}  // namespace
}  // namespace steward
