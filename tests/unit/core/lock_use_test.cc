// What may be done with a lock, and by whom.
#include "core/lockset/lock_use.h"

#include <gtest/gtest.h>

namespace steward {
namespace {

constexpr ThreadId kOne(1), kTwo(2);
constexpr auto kWrite = LockMode::exclusive;
constexpr auto kRead = LockMode::shared;
constexpr LockNature kPlain{}, kRecursive{.recursive = true}, kChecking{.checks = true};

TEST(LockUse, OnlyThePlainKindLetsAThreadWaitForItself) {
  LockUse use;
  EXPECT_EQ(use.want(kOne, kWrite, false, kPlain), Misuse::none);
  use.take(kOne, kWrite);
  EXPECT_EQ(use.writer(), kOne);
  EXPECT_EQ(use.want(kOne, kWrite, false, kPlain), Misuse::double_lock);
  EXPECT_EQ(use.want(kOne, kRead, false, kPlain), Misuse::read_lock_of_own_write);
  EXPECT_EQ(use.want(kOne, kWrite, false, kRecursive), Misuse::none);
  EXPECT_EQ(use.want(kOne, kWrite, false, kChecking), Misuse::none);
  EXPECT_EQ(use.want(kTwo, kWrite, false, kPlain), Misuse::none);
}

TEST(LockUse, AReaderMayComeTwiceButNotBecomeAWriter) {
  LockUse use;
  use.take(kOne, kRead);
  EXPECT_EQ(use.want(kOne, kRead, true, kPlain), Misuse::none);
  EXPECT_EQ(use.want(kOne, kWrite, true, kPlain), Misuse::double_lock);
}

TEST(LockUse, ARecursiveLockIsFreeAfterAsManyUnlocks) {
  LockUse use;
  use.take(kOne, kWrite);
  use.take(kOne, kWrite);
  EXPECT_EQ(use.give(kOne, std::nullopt, kRecursive), Misuse::none);
  EXPECT_EQ(use.destroy(), Misuse::destroyed_while_locked);
  EXPECT_EQ(use.give(kOne, std::nullopt, kRecursive), Misuse::none);
  EXPECT_EQ(use.destroy(), Misuse::none);
  use.take(kOne, kWrite, 3);
  EXPECT_EQ(use.give(kOne, std::nullopt, kRecursive, true), Misuse::none);
  EXPECT_EQ(use.writer(), std::nullopt);
}

TEST(LockUse, OnlyWhoHasItMayGiveItUp) {
  LockUse use;
  EXPECT_EQ(use.give(kOne, std::nullopt, kPlain), Misuse::unlock_of_unlocked);
  use.take(kTwo, kWrite);
  EXPECT_EQ(use.give(kOne, std::nullopt, kChecking), Misuse::none);
  EXPECT_EQ(use.writer(), kTwo) << "refused";
  EXPECT_EQ(use.give(kOne, std::nullopt, kPlain), Misuse::unlock_by_another);
  EXPECT_EQ(use.writer(), std::nullopt) << "no longer anybody's";
}

TEST(LockUse, ReadersAreCounted) {
  LockUse use;
  use.take(kOne, kRead);
  use.take(kTwo, kRead);
  EXPECT_EQ(use.destroy(), Misuse::destroyed_while_locked);
  EXPECT_EQ(use.give(kOne, kRead, kPlain), Misuse::none);
  EXPECT_EQ(use.give(kTwo, kWrite, kPlain), Misuse::unlock_of_unlocked) << "as a writer it is not";
  EXPECT_EQ(use.give(kTwo, std::nullopt, kPlain), Misuse::none);
  EXPECT_EQ(use.give(kTwo, kRead, kPlain), Misuse::unlock_of_unlocked);
  use.take(kOne, kWrite);
  EXPECT_EQ(use.give(kOne, kRead, kPlain), Misuse::read_unlock_of_write);
}

TEST(LockUse, WhoDiedWithItIsForgotten) {
  LockUse use;
  use.take(kOne, kWrite);
  use.take(kTwo, kWrite);
  EXPECT_EQ(use.give(kTwo, std::nullopt, kPlain), Misuse::none);
  EXPECT_EQ(use.destroy(), Misuse::none);
}

}  // namespace
}  // namespace steward
