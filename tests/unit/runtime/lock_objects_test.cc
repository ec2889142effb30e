// Numbers of locks: who gets the same one, who a new one, and who is told to be gone.
#include "runtime/state/lock_objects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

#include "base/heap.h"

namespace steward {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kMutex[] = "mutex";
constexpr char kSemaphore[] = "semaphore";

struct LockObjectsTest : testing::Test {
  Heap heap;
  LockObjects locks{heap};
  std::vector<LockId> gone;

  auto note() {
    return [this](LockId id) { gone.push_back(id); };
  }
  LockId made(std::uint64_t at, std::uint64_t counter) {
    locks.create(Address(at), kMutex, counter, ChainId(), {}, note());
    return locks.id_of(Address(at), kMutex);
  }
};

TEST_F(LockObjectsTest, KeepsItsNumberWhileItLives) {
  const LockId one = locks.id_of(Address(0x1000), kMutex);
  EXPECT_EQ(locks.id_of(Address(0x1000), kMutex), one);
  EXPECT_NE(locks.id_of(Address(0x1008), kMutex), one);
  EXPECT_THAT(gone, IsEmpty());
}

TEST_F(LockObjectsTest, TheSameMadeAgainHasTheNumberThatWasToldToBeGone) {
  const LockId first = made(0x1000, 7);
  locks.destroy(Address(0x1000), note());
  EXPECT_THAT(gone, ElementsAre(first));
  EXPECT_EQ(made(0x1000, 7), first);
  EXPECT_THAT(gone, ElementsAre(first));
}

TEST_F(LockObjectsTest, AnotherKindOrOriginIsAnotherNumber) {
  const LockId first = made(0x1000, 7);
  const LockId second = made(0x1000, 8);
  EXPECT_NE(second, first);
  EXPECT_THAT(gone, ElementsAre(first));
  locks.destroy(Address(0x1000), note());
  EXPECT_NE(locks.id_of(Address(0x1000), kSemaphore), second);
  EXPECT_THAT(gone, ElementsAre(first, second));
}

TEST_F(LockObjectsTest, MadeWithoutBeingDestroyedEndsTheOneBefore) {
  const LockId first = made(0x1000, 7);
  EXPECT_EQ(made(0x1000, 7), first);
  EXPECT_THAT(gone, ElementsAre(first));
}

TEST_F(LockObjectsTest, WhatIsGoneIsToldOnce) {
  const LockId one = locks.id_of(Address(0x1000), kMutex);
  locks.destroy(Address(0x1000), note());
  locks.destroy(Address(0x1000), note());
  locks.destroy_in({Address(0x1000), 8}, note());
  EXPECT_THAT(gone, ElementsAre(one));
}

TEST_F(LockObjectsTest, WhoIsToldMayAskForLocks) {
  const auto ask = [this](LockId id) { gone.push_back(locks.find(id).id); };
  const LockId one = locks.id_of(Address(0x1000), kMutex);
  locks.destroy(Address(0x1000), ask);
  const LockId other = locks.id_of(Address(0x2000), kMutex);
  locks.destroy_in({Address(0x2000), 8}, ask);
  EXPECT_THAT(gone, ElementsAre(one, other));
}

TEST_F(LockObjectsTest, EndsWithTheMemoryThatItIsIn) {
  const LockId before = locks.id_of(Address(0x1ff8), kMutex);
  const LockId first = locks.id_of(Address(0x2000), kMutex);
  const LockId last = locks.id_of(Address(0x3fff), kMutex);
  const LockId behind = locks.id_of(Address(0x4000), kMutex);
  locks.destroy_in({Address(0x2000), 0x2000}, note());
  EXPECT_THAT(gone, testing::UnorderedElementsAre(first, last));
  gone.clear();
  // Far more than is known: the other way to find them.
  locks.destroy_in({Address(0x1000), std::uint64_t{1} << 40}, note());
  EXPECT_THAT(gone, testing::UnorderedElementsAre(before, behind));
}

TEST_F(LockObjectsTest, GoesAlongWithItsMemory) {
  const LockId first = made(0x1000, 7), second = made(0x1040, 7);
  locks.move({Address(0x1000), 0x80}, Address(0x9000), note());
  EXPECT_EQ(locks.id_of(Address(0x9000), kMutex), first);
  EXPECT_EQ(locks.id_of(Address(0x9040), kMutex), second);
  EXPECT_EQ(locks.find(second).address, Address(0x9040));
  EXPECT_THAT(gone, IsEmpty());
  // The old place is free for another one, though it looks the same.
  const LockId third = made(0x1000, 7);
  EXPECT_NE(third, first);
  EXPECT_NE(third, second);
}

TEST_F(LockObjectsTest, MovedByLessThanItsSizeAndOverAnother) {
  const LockId first = made(0x1000, 7), second = made(0x1040, 7), over = made(0x1090, 7);
  locks.move({Address(0x1000), 0x80}, Address(0x1040), note());
  EXPECT_EQ(locks.id_of(Address(0x1040), kMutex), first);
  EXPECT_EQ(locks.id_of(Address(0x1080), kMutex), second);
  EXPECT_THAT(gone, ElementsAre(over));
}

TEST_F(LockObjectsTest, ThoseThatLiveAreFoundByTheMemoryThatTheyAreIn) {
  const LockId one = made(0x1010, 5), other = made(0x1ff8, 5);
  made(0x1020, 5);
  made(0x2000, 5);
  locks.destroy(Address(0x1020), note());
  std::vector<LockId> found;
  for (const LockObject& object : locks.alive_in({Address(0x1010), 0xff0}))
    found.push_back(object.id);
  EXPECT_THAT(found, testing::UnorderedElementsAre(one, other));
}

}  // namespace
}  // namespace steward
