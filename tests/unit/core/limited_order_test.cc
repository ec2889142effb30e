#include "core/clock/limited_order.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <set>

#include "unit/operations.h"

namespace steward {
namespace {

using Order = LimitedOrder<Sequential>;

// Random synchronization by threads that fork, end and join as they like.
class RandomThreads {
 public:
  RandomThreads(Order& order, std::uint32_t roots) : order_(order), threads_(roots) {
    for (std::uint32_t i = 0; i < roots; ++i) {
      order_.thread(ThreadId(i));
      alive_.insert(i);
    }
  }

  // How many sends it was.
  std::uint64_t perform(Draw draw) {
    auto actor = alive_.begin();
    std::advance(actor, draw.below(static_cast<std::uint32_t>(alive_.size())));
    Order::Thread& t = order_.thread(ThreadId(*actor));
    const std::uint32_t object = draw.below(3);
    switch (draw.below(9)) {
      case 0:
        order_.fork(t, ThreadId(threads_));
        alive_.insert(threads_++);
        return 1;
      case 1:
        if (alive_.size() == 1) return 0;
        order_.end(t);
        ended_.insert(*actor);
        alive_.erase(actor);
        return 0;
      case 2:
        if (ended_.empty()) return 0;
        order_.join(t, ThreadId(*ended_.begin()));
        ended_.erase(ended_.begin());
        return 0;
      case 3: order_.wait(t, ConditionId(object), LockId(object)); return 0;
      case 4: order_.signal(t, ConditionId(object)); return 1;
      case 5: order_.wake(t, ConditionId(object)); return 0;
      case 6: order_.send(t, MessageId(object)); return 1;
      case 7: order_.receive(t, MessageId(object)); return 0;
      default: order_.acquire(t, LockId(object)); return 0;
    }
  }
  const std::set<std::uint32_t>& alive() const { return alive_; }

 private:
  Order& order_;
  std::uint32_t threads_;
  std::set<std::uint32_t> alive_;
  std::set<std::uint32_t> ended_;
};

RC_GTEST_PROP(LimitedOrder, KnownToAllIsTheLeastThatALiveThreadKnows, ()) {
  Heap heap;
  Order order(heap, {});
  RandomThreads threads(order, 2);
  VectorClock known(heap);
  std::uint64_t sends = 0;
  perform_random_operations(4, [&](Draw draw) {
    sends += threads.perform(draw);
    RC_ASSERT(order.sends() == sends);
    order.known_to_all(known);
    for (std::uint32_t slot = 0; slot < 40; ++slot) {
      Time least = ~Time{0};
      for (const std::uint32_t t : threads.alive())
        least = std::min(least, order.thread(ThreadId(t)).clock.get(Slot(slot)));
      RC_ASSERT(known.get(Slot(slot)) == least);
    }
  });
}

// What makes it right to forget accesses up to there.
RC_GTEST_PROP(LimitedOrder, WhatAllKnowEveryLaterThreadKnows, ()) {
  Heap heap;
  Order order(heap, {});
  RandomThreads threads(order, 2);
  VectorClock ever_known(heap);
  VectorClock known(heap);
  perform_random_operations(4, [&](Draw draw) {
    order.known_to_all(known);
    ever_known.join(known);
    threads.perform(draw);
    for (const std::uint32_t t : threads.alive())
      RC_ASSERT(order.thread(ThreadId(t)).clock.includes(ever_known));
  });
}

TEST(LimitedOrder, NothingIsKnownToAllWithoutOrder) {
  Heap heap;
  LimitedOrderOptions off;
  off.enabled = false;
  Order order(heap, off);
  Order::Thread& main = order.thread(ThreadId(0));
  order.fork(main, ThreadId(1));
  order.send(main, MessageId(1));
  order.receive(order.thread(ThreadId(1)), MessageId(1));
  VectorClock known(heap);
  known.set(Slot(0), 5);
  order.known_to_all(known);
  EXPECT_TRUE(known.empty());
  EXPECT_FALSE(order.thread(ThreadId(1)).clock.includes(Epoch(main.slot, 1)));
}

TEST(LimitedOrder, OnlyChannelLocksOrderAnything) {
  Heap heap;
  Order order(heap, {});
  Order::Thread& first = order.thread(ThreadId(1));
  Order::Thread& second = order.thread(ThreadId(2));
  const Epoch before = first.now();
  order.release(first, LockId(7), LockMode::exclusive);
  order.acquire(second, LockId(7));
  EXPECT_FALSE(second.clock.includes(before));
  EXPECT_EQ(first.now(), before);

  order.mark_channel(LockId(7));
  order.release(first, LockId(7), LockMode::exclusive);
  order.acquire(second, LockId(7));
  EXPECT_TRUE(second.clock.includes(before));
  EXPECT_NE(first.now(), before);
  std::vector<LockId> channels;
  order.for_each_channel([&](LockId lock) { channels.push_back(lock); });
  EXPECT_EQ(channels, std::vector{LockId(7)});
}

TEST(LimitedOrder, SignalsReachThoseWaitingThen) {
  Heap heap;
  Order order(heap, {});
  Order::Thread& sender = order.thread(ThreadId(1));
  Order::Thread& early = order.thread(ThreadId(2));
  Order::Thread& late = order.thread(ThreadId(3));
  const Epoch sent = sender.now();
  order.wait(early, ConditionId(5), LockId(1));
  order.signal(sender, ConditionId(5));
  order.wait(late, ConditionId(5), LockId(1));
  order.wake(early, ConditionId(5));
  order.wake(late, ConditionId(5));
  EXPECT_TRUE(early.clock.includes(sent));
  EXPECT_FALSE(late.clock.includes(sent));
}

}  // namespace
}  // namespace steward
