// The types of base that are a few lines each.
#include <gtest/gtest.h>
#include <memory>
#include <rapidcheck/gtest.h>
#include <thread>
#include <type_traits>
#include <vector>

#include "base/check.h"
#include "base/function_ref.h"
#include "base/hash_map.h"
#include "base/id.h"
#include "base/spin_lock.h"
#include "base/tagged_pointer.h"

namespace steward {
namespace {

using Apple = Id<struct AppleTag, std::uint32_t>;
using Pear = Id<struct PearTag, std::uint32_t>;

TEST(Id, KindsAreNotMixedUp) {
  static_assert(!std::is_convertible_v<Apple, Pear> && !std::is_constructible_v<Apple, Pear>);
  static_assert(!std::is_convertible_v<std::uint32_t, Apple>);
  static_assert(!std::is_convertible_v<Apple, std::uint32_t>);
  static_assert(sizeof(Apple) == sizeof(std::uint32_t));
  static_assert(Apple().value() == 0);
}

RC_GTEST_PROP(Id, IsOrderedByItsNumber, (std::uint32_t a, std::uint32_t b)) {
  RC_ASSERT((Apple(a) < Apple(b)) == (a < b));
  RC_ASSERT((Apple(a) == Apple(b)) == (a == b));
  RC_ASSERT(hash_of(Apple(a)) == hash_of(Pear(a)));
}

RC_GTEST_PROP(TaggedPointer, KeepsPointerAndTagApart, ()) {
  std::vector<long> targets(8);
  TaggedPointer<long> both;
  long* pointer = nullptr;
  std::uint8_t tag = 0;
  const auto steps =
      *rc::gen::container<std::vector<std::uint16_t>>(rc::gen::arbitrary<std::uint16_t>());
  for (const std::uint16_t step : steps) {
    if (step % 2 == 0) {
      pointer = step % 4 == 0 ? nullptr : &targets[step / 4 % 8];
      both.set_pointer(pointer);
    } else {
      tag = static_cast<std::uint8_t>(step >> 8);
      both.set_tag(tag);
    }
    RC_ASSERT(both.pointer() == pointer);
    RC_ASSERT(both.tag() == tag);
    RC_ASSERT(both.is_only(tag) == (pointer == nullptr));
    RC_ASSERT(!both.is_only(static_cast<std::uint8_t>(tag + 1)));
  }
}

int twice(int value) { return 2 * value; }
int apply(FunctionRef<int(int)> f, int value) { return f(value); }

TEST(FunctionRef, CallsWhatItRefersTo) {
  int calls = 0;
  auto count = [&](int value) {
    ++calls;
    return value + 1;
  };
  EXPECT_EQ(apply(count, 4), 5);
  EXPECT_EQ(apply([](int value) { return -value; }, 4), -4);
  EXPECT_EQ(apply(&twice, 4), 8);
  const auto constant = [](int) { return 9; };
  EXPECT_EQ(apply(constant, 0), 9);
  const FunctionRef<int(int)> reference = count;
  const FunctionRef<int(int)> copy = reference;
  copy(0);
  EXPECT_EQ(calls, 2);
}

TEST(FunctionRef, ChangesTheCallableItself) {
  struct Sum {
    int total = 0;
    void operator()(int value) { total += value; }
  } sum;
  const FunctionRef<void(int)> add = sum;
  add(3);
  add(4);
  EXPECT_EQ(sum.total, 7);
}

TEST(FunctionRef, PassesReferencesAndMoves) {
  const auto take = [](std::unique_ptr<int> owned, int& out) { out = *owned; };
  int out = 0;
  const FunctionRef<void(std::unique_ptr<int>, int&)> reference = take;
  reference(std::make_unique<int>(5), out);
  EXPECT_EQ(out, 5);
}

TEST(SpinLock, LetsOneInAtATime) {
  SpinLock lock;
  long count = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20'000; ++i) {
        lock.lock();
        ++count;
        lock.unlock();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count, 60'000);
}

TEST(CheckDeathTest, SaysWhereAndWhat) {
  STEWARD_CHECK(true);
  EXPECT_DEATH(STEWARD_CHECK(1 + 1 == 3),
               "internal error at .*small_types_test.cc:[0-9]+: 1 \\+ 1 == 3");
}

}  // namespace
}  // namespace steward
