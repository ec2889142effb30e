#include "base/result.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace steward {
namespace {

using Owned = Result<std::unique_ptr<int>, std::string>;

TEST(Result, HoldsAValueThatIsOnlyMoved) {
  Owned result = std::make_unique<int>(7);
  ASSERT_TRUE(result.ok());
  Owned moved = std::move(result);
  EXPECT_EQ(**moved, 7);
  const std::unique_ptr<int> taken = std::move(moved).value();
  EXPECT_EQ(*taken, 7);
}

TEST(Result, HoldsAnError) {
  const Owned result = std::string("no such thing");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error(), "no such thing");
}

TEST(Result, AssignmentReplacesEitherByEither) {
  Owned result = std::string("first");
  result = Owned(std::make_unique<int>(1));
  ASSERT_TRUE(result);
  result = Owned(std::string("second"));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error(), "second");
}

TEST(Result, OfNothingSucceedsByDefault) {
  Result<void, std::string> done;
  EXPECT_TRUE(done);
  done = Result<void, std::string>(std::string("full"));
  EXPECT_EQ(done.error(), "full");
}

TEST(ResultDeathTest, AskingForWhatItDoesNotHoldEndsTheProcess) {
  Owned result = std::string("no");
  EXPECT_DEATH(result.value(), "internal error");
}

}  // namespace
}  // namespace steward
