#include "core/clock/slots.h"

#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <set>

#include "core/clock/happens_before.h"
#include "core/clock/limited_order.h"
#include "unit/operations.h"

namespace steward {
namespace {

VectorClock knowing(Heap& heap, Epoch epoch) {
  VectorClock clock(heap);
  clock.set(epoch.slot(), epoch.time());
  return clock;
}

TEST(Slots, AreReusedByWhomKnowsTheEnd) {
  Heap heap;
  Slots slots(heap);
  const VectorClock nothing(heap);
  const Epoch first = slots.take(ThreadId(1), nothing);
  const Epoch last(first.slot(), 7);
  slots.give_back(last);
  // One step before the end is not enough.
  const Epoch unordered = slots.take(ThreadId(2), knowing(heap, {first.slot(), 6}));
  EXPECT_NE(unordered.slot(), first.slot());
  EXPECT_EQ(unordered.time(), 1u);
  const Epoch next = slots.take(ThreadId(3), knowing(heap, last));
  EXPECT_EQ(next, Epoch(first.slot(), 8));
  EXPECT_EQ(slots.count(), 2u);
  EXPECT_EQ(slots.thread_at(last), ThreadId(1));
  EXPECT_EQ(slots.thread_at(next), ThreadId(3));
  EXPECT_EQ(slots.thread_at(unordered), ThreadId(2));
}

template <class Order>
Order make_order(Heap& heap) {
  if constexpr (std::is_same_v<Order, HappensBefore<Sequential>>) return Order(heap, 1);
  else return Order(heap, LimitedOrderOptions());
}

template <class Order>
class SlotReuse : public testing::Test {
 protected:
  // Slots are numbered from 0 on: one more than the largest seen is how many there are.
  Slot slot_of(Order& order, ThreadId id) {
    const Slot slot = order.thread(id).slot;
    count_ = std::max(count_, slot.value() + 1);
    return slot;
  }
  std::uint32_t count_ = 0;
};
using Orders = testing::Types<HappensBefore<Sequential>, LimitedOrder<Sequential>>;
TYPED_TEST_SUITE(SlotReuse, Orders);

TYPED_TEST(SlotReuse, SuccessiveThreadsShareASlot) {
  Heap heap;
  auto order = make_order<TypeParam>(heap);
  auto& main = order.thread(ThreadId(0));
  for (std::uint32_t i = 1; i <= 20'000; ++i) {
    order.fork(main, ThreadId(i));
    const Epoch now = order.thread(ThreadId(i)).now();
    this->slot_of(order, ThreadId(i));
    EXPECT_EQ(order.thread_at(now), ThreadId(i));
    order.join(main, ThreadId(i));
  }
  EXPECT_LE(this->count_, 2u);
}

TYPED_TEST(SlotReuse, EachOfAChainTakesOverFromTheOneBefore) {
  Heap heap;
  auto order = make_order<TypeParam>(heap);
  // Each thread forks the next, which joins it: two live at any moment, three with the main thread.
  order.fork(order.thread(ThreadId(0)), ThreadId(1));
  for (std::uint32_t i = 1; i < 20'000; ++i) {
    order.fork(order.thread(ThreadId(i)), ThreadId(i + 1));
    auto& next = order.thread(ThreadId(i + 1));
    order.end(order.thread(ThreadId(i)));
    order.join(next, ThreadId(i));
    this->slot_of(order, ThreadId(i + 1));
  }
  EXPECT_LE(this->count_, 4u);
}

TYPED_TEST(SlotReuse, AThreadNeverJoinedKeepsItsSlot) {
  Heap heap;
  auto order = make_order<TypeParam>(heap);
  auto& main = order.thread(ThreadId(0));
  order.fork(main, ThreadId(1));
  const Slot kept = this->slot_of(order, ThreadId(1));
  // Even what it sent as the last thing it did does not tell that it ended.
  order.send(order.thread(ThreadId(1)), MessageId(1));
  order.end(order.thread(ThreadId(1)));
  order.receive(main, MessageId(1));
  for (std::uint32_t i = 2; i <= 100; ++i) {
    order.fork(main, ThreadId(i));
    EXPECT_NE(this->slot_of(order, ThreadId(i)), kept);
    order.join(main, ThreadId(i));
  }
}

// Clocks of all threads as whole arrays would take 1.6 GB.
constexpr std::size_t kEnoughForUnjoined = 80'000'000;

TYPED_TEST(SlotReuse, ThreadsNeverJoinedTakeLittleMemory) {
  Heap heap;
  auto order = make_order<TypeParam>(heap);
  auto& main = order.thread(ThreadId(0));
  for (std::uint32_t i = 1; i <= 20'000; ++i) {
    order.fork(main, ThreadId(i));
    order.end(order.thread(ThreadId(i)));
  }
  EXPECT_LE(heap.in_use(), kEnoughForUnjoined);
  // They are all remembered.
  order.join(main, ThreadId(12'345));
  EXPECT_TRUE(main.clock.includes(order.thread(ThreadId(12'345)).now()));
  EXPECT_FALSE(main.clock.includes(order.thread(ThreadId(12'346)).now()));
}

TYPED_TEST(SlotReuse, ThreadsNeverJoinedThatKnowEachOtherTakeLittleMemory) {
  Heap heap;
  auto order = make_order<TypeParam>(heap);
  auto& main = order.thread(ThreadId(0));
  for (std::uint32_t i = 1; i <= 20'000; ++i) {
    order.fork(main, ThreadId(i));
    auto& t = order.thread(ThreadId(i));
    order.receive(t, MessageId(1));
    order.send(t, MessageId(1));
    order.end(t);
  }
  EXPECT_LE(heap.in_use(), kEnoughForUnjoined);
  order.join(main, ThreadId(20'000));
  for (std::uint32_t i = 1; i < 20'000; ++i) {
    const Epoch last = order.thread(ThreadId(i)).now();
    ASSERT_TRUE(main.clock.includes(Epoch(last.slot(), last.time() - 1)));  // it sent that
    ASSERT_FALSE(main.clock.includes(last));
  }
}

// Only the newest free slots are tried.
TYPED_TEST(SlotReuse, ThreadsNeverJoinedAreNotInTheWay) {
  Heap heap;
  auto order = make_order<TypeParam>(heap);
  auto& main = order.thread(ThreadId(0));
  order.fork(main, ThreadId(1));
  const Slot free = this->slot_of(order, ThreadId(1));
  order.join(main, ThreadId(1));
  auto& stranger = order.thread(ThreadId(2));  // who knows of no join
  for (std::uint32_t i = 3; i < 1'000; ++i) {
    order.fork(stranger, ThreadId(i));
    order.end(order.thread(ThreadId(i)));
  }
  order.fork(main, ThreadId(1'000));
  EXPECT_EQ(this->slot_of(order, ThreadId(1'000)), free);
}

// Threads and the ends that each knows: of threads it joined, and of those it was told about.
class KnownEnds {
 public:
  using Ends = std::set<std::uint32_t>;

  explicit KnownEnds(HappensBefore<Sequential>& order) : order_(order) {
    order_.thread(ThreadId(0));
  }

  void perform(Draw draw) {
    auto actor = alive_.begin();
    std::advance(actor, draw.below(static_cast<std::uint32_t>(alive_.size())));
    const ThreadId id(actor->first);
    Ends& known = actor->second;
    const std::uint32_t message = draw.below(kMessages);
    switch (draw.below(6)) {
      case 0:
      case 1: return fork(id, known);
      case 2: return end(id);
      case 3: return join(id, known);
      case 4:
        order_.send(order_.thread(id), MessageId(message));
        told_[message].insert(known.begin(), known.end());
        return;
      default:
        order_.receive(order_.thread(id), MessageId(message));
        known.insert(told_[message].begin(), told_[message].end());
        return;
    }
  }

 private:
  static constexpr std::uint32_t kMessages = 3;

  // A slot is reused if and only if the forking thread knows the end of its last tenant.
  void fork(ThreadId parent, const Ends& known) {
    bool can_reuse = false;
    for (const auto& [slot, tenant] : last_tenant_) can_reuse |= known.contains(tenant);
    const std::uint32_t child = threads_++;
    order_.fork(order_.thread(parent), ThreadId(child));
    const std::uint32_t slot = order_.thread(ThreadId(child)).slot.value();
    RC_ASSERT(last_tenant_.contains(slot) == can_reuse);
    if (can_reuse) RC_ASSERT(known.contains(last_tenant_[slot]));
    last_tenant_[slot] = child;
    RC_ASSERT(order_.slot_count() == last_tenant_.size());
    alive_[child] = known;
  }
  // That it ended, nobody knows until it is joined.
  void end(ThreadId id) {
    if (alive_.size() == 1) return;
    order_.end(order_.thread(id));
    ended_.insert(alive_.extract(id.value()));
  }
  void join(ThreadId joiner, Ends& known) {
    if (ended_.empty()) return;
    const auto child = ended_.begin();
    order_.join(order_.thread(joiner), ThreadId(child->first));
    known.insert(child->second.begin(), child->second.end());
    known.insert(child->first);
    ended_.erase(child);
  }

  HappensBefore<Sequential>& order_;
  std::map<std::uint32_t, Ends> alive_ = {{0, {}}};
  std::map<std::uint32_t, Ends> ended_;
  std::map<std::uint32_t, std::uint32_t> last_tenant_ = {{0, 0}};  // by slot
  Ends told_[kMessages];
  std::uint32_t threads_ = 1;
};

RC_GTEST_PROP(SlotReuseModel, ReusesExactlyWhenOrdered, ()) {
  Heap heap;
  HappensBefore<Sequential> order(heap, 1);
  KnownEnds model(order);
  // So few that not more than 64 slots are ever free: only that many are tried.
  perform_random_operations(3, [&](Draw draw) { model.perform(draw); });
}

}  // namespace
}  // namespace steward
