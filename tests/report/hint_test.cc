// Hints by the lock that most accesses of a location hold.

#include "report/hint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace steward::report {
namespace {

using testing::StartsWith;

Race race_of(std::vector<LockHeld> earlier, std::vector<LockHeld> later) {
  Race race;
  race.accesses[0].kind = AccessKind::read;
  race.accesses[0].thread = "T1";
  race.accesses[0].locks = std::move(earlier);
  race.accesses[1].kind = AccessKind::write;
  race.accesses[1].thread = "T2";
  race.accesses[1].locks = std::move(later);
  return race;
}
LockHeld held(const char* lock) { return {lock, LockMode::exclusive, {}}; }

const std::vector<Lock> kLocks{{"M1", "mu_", "mutex"}, {"M2", "other", "mutex"}};
const UsualLock kUsual{"M1", 11, 12};

TEST(UsualLockHint, NamesTheLockAndWhoDoesNotHoldIt) {
  EXPECT_EQ(lock_hint(race_of({held("M1")}, {}), kLocks, kUsual),
            "11 of 12 accesses of this location hold M1 'mu_'; the write by T2 holds none.");
  EXPECT_EQ(lock_hint(race_of({held("M2")}, {held("M1")}), kLocks, kUsual),
            "11 of 12 accesses of this location hold M1 'mu_'; the read by T1 holds M2 'other'.");
  EXPECT_EQ(
      lock_hint(race_of({}, {held("M2")}), kLocks, kUsual),
      "11 of 12 accesses of this location hold M1 'mu_'; the write by T2 holds M2 'other', the "
      "read by T1 holds none.");
}

TEST(UsualLockHint, SaysWhatElseCounts) {
  EXPECT_EQ(lock_hint(race_of({held("M1")}, {}), kLocks, UsualLock{"M1", 11, 12, 3}),
            "11 of 12 accesses of this location and its like in 3 other objects hold M1 'mu_' or "
            "theirs; the write by T2 holds none.");
  EXPECT_EQ(lock_hint(race_of({held("M1")}, {}), kLocks, UsualLock{"M1", 3, 4, 1}),
            "3 of 4 accesses of this location and its like in 1 other object hold M1 'mu_' or "
            "theirs; the write by T2 holds none.");
}

TEST(UsualLockHint, IsNoneIfBothHoldIt) {
  EXPECT_THAT(lock_hint(race_of({held("M1")}, {held("M1")}), kLocks, kUsual), StartsWith("Both"));
}

}  // namespace
}  // namespace steward::report
