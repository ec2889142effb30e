// The rules of happens_before.h one by one; tests/model compares all of them with the closure.
#include "core/clock/happens_before.h"

#include <gtest/gtest.h>

namespace steward {
namespace {

class HappensBeforeRules : public testing::Test {
 protected:
  using Order = HappensBefore<Sequential>;
  using Thread = Order::Thread;
  using Clock = Order::Clock;

  static bool knows(const Thread& t, Epoch epoch) { return t.clock.includes(epoch); }

  Heap heap_;
  Order order_{heap_, 2};
  Thread& a_ = order_.thread(ThreadId(1));
  Thread& b_ = order_.thread(ThreadId(2));
  Thread& c_ = order_.thread(ThreadId(3));
};

TEST_F(HappensBeforeRules, TimeGrowsWhereAClockIsPassedOnAndNowhereElse) {
  const Epoch first = a_.now();
  order_.acquire(a_, LockId(1), LockMode::exclusive);
  order_.receive(a_, MessageId(1));
  order_.fence(a_, MemoryOrder::acquire);
  EXPECT_EQ(a_.now(), first);
  order_.release(a_, LockId(1), LockMode::exclusive);
  EXPECT_EQ(a_.now().time(), first.time() + 1);
  order_.send(a_, MessageId(1));
  EXPECT_EQ(a_.now().time(), first.time() + 2);
  order_.fork(a_, ThreadId(9));
  EXPECT_EQ(a_.now().time(), first.time() + 3);
  order_.fence(a_, MemoryOrder::release);
  EXPECT_EQ(a_.now().time(), first.time() + 4);
}

TEST_F(HappensBeforeRules, SharedReleasesReachExclusiveAcquiresOnly) {
  const Epoch reader = a_.now();
  order_.release(a_, LockId(1), LockMode::shared);
  order_.acquire(b_, LockId(1), LockMode::shared);
  EXPECT_FALSE(knows(b_, reader));
  order_.acquire(c_, LockId(1), LockMode::exclusive);
  EXPECT_TRUE(knows(c_, reader));
  const Epoch writer = c_.now();
  order_.release(c_, LockId(1), LockMode::exclusive);
  order_.acquire(b_, LockId(1), LockMode::shared);
  EXPECT_TRUE(knows(b_, writer));
  EXPECT_TRUE(knows(b_, reader));  // through the writer
}

TEST_F(HappensBeforeRules, WhoHasReceivedTheLastThatWasSentKnowsAllBeforeIt) {
  order_.send(a_, MessageId(1));
  order_.receive(b_, MessageId(1));
  EXPECT_TRUE(Order::knows(b_, a_));
  EXPECT_TRUE(Order::knows(c_, b_)) << "it has passed nothing on";
  EXPECT_FALSE(Order::knows(c_, a_));
  order_.send(a_, MessageId(2));
  EXPECT_FALSE(Order::knows(b_, a_)) << "there is more by now";
}

TEST_F(HappensBeforeRules, WhoReceivesFromAllKnowsAlsoThoseWhoAreGone) {
  const Epoch alive = a_.now();
  order_.fork(a_, ThreadId(9));
  Thread& child = order_.thread(ThreadId(9));
  const Epoch of_child = child.now();
  order_.end(child);
  order_.join(a_, ThreadId(9));
  Thread& ended = order_.thread(ThreadId(10));
  const Epoch of_ended = ended.now();
  order_.end(ended);
  order_.receive_all(b_);
  EXPECT_TRUE(knows(b_, alive));
  EXPECT_TRUE(knows(b_, of_child));
  EXPECT_TRUE(knows(b_, of_ended));
  EXPECT_FALSE(knows(c_, alive));
  order_.send(a_, MessageId(4));
  EXPECT_FALSE(knows(b_, a_.now()));
}

TEST_F(HappensBeforeRules, MessagesMerge) {
  const Epoch first = a_.now();
  const Epoch second = b_.now();
  order_.send(a_, MessageId(4));
  order_.send(b_, MessageId(4));
  order_.receive(c_, MessageId(4));
  EXPECT_TRUE(knows(c_, first));
  EXPECT_TRUE(knows(c_, second));
}

TEST_F(HappensBeforeRules, FencesTurnRelaxedAccessesIntoSynchronization) {
  Stores<Clock> stores(heap_);
  const Epoch before = a_.now();
  order_.fence(a_, MemoryOrder::release);
  const Epoch after = a_.now();
  order_.write_store(a_, stores, order_.store_content(a_, MemoryOrder::relaxed), false);
  order_.read_store(b_, MemoryOrder::relaxed, stores.at(0));
  EXPECT_FALSE(knows(b_, before));
  order_.fence(b_, MemoryOrder::acquire);
  EXPECT_TRUE(knows(b_, before));
  EXPECT_FALSE(knows(b_, after));
}

TEST_F(HappensBeforeRules, ARelaxedStoreEndsAReleaseSequenceAndAnRmwCarriesItOn) {
  Stores<Clock> stores(heap_);
  const Epoch released = a_.now();
  order_.write_store(a_, stores, order_.store_content(a_, MemoryOrder::release), false);
  order_.write_store(b_, stores, order_.store_content(b_, MemoryOrder::relaxed), true);
  order_.read_store(c_, MemoryOrder::acquire, stores.at(0));
  EXPECT_TRUE(knows(c_, released));
  order_.write_store(a_, stores, order_.store_content(a_, MemoryOrder::relaxed), false);
  EXPECT_TRUE(stores.at(0).is_bottom());
  EXPECT_FALSE(stores.at(1).is_bottom());
  EXPECT_EQ(stores.size(), 2u);
}

TEST_F(HappensBeforeRules, AnEndedThreadKeepsOnlyWhatIsJoined) {
  Stores<Clock> stores(heap_);
  order_.write_store(b_, stores, order_.store_content(b_, MemoryOrder::release), false);
  const std::size_t before = heap_.in_use();
  order_.fence(a_, MemoryOrder::release);
  order_.read_store(a_, MemoryOrder::relaxed, stores.at(0));
  EXPECT_GT(heap_.in_use(), before);
  order_.end(a_);
  EXPECT_EQ(heap_.in_use(), before);
  const Epoch last = a_.now();
  order_.join(c_, ThreadId(1));
  EXPECT_TRUE(knows(c_, last));
}

TEST_F(HappensBeforeRules, JoiningAThreadThatDidNothingIsNothing) {
  const Epoch before = a_.now();
  order_.join(a_, ThreadId(77));
  EXPECT_EQ(a_.now(), before);
  EXPECT_EQ(order_.slot_count(), 3u);
}

TEST_F(HappensBeforeRules, WhatIsForgottenOrdersNobody) {
  const Epoch before = a_.now();
  order_.release(a_, LockId(1), LockMode::exclusive);
  order_.release(a_, LockId(2), LockMode::shared);
  order_.send(a_, MessageId(1));
  order_.forget(LockId(1));
  order_.forget(LockId(2));
  order_.forget(MessageId(1));
  order_.acquire(b_, LockId(1), LockMode::exclusive);
  order_.acquire(b_, LockId(2), LockMode::exclusive);
  order_.receive(b_, MessageId(1));
  EXPECT_FALSE(knows(b_, before));
}

}  // namespace
}  // namespace steward
