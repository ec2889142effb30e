// What was found first is told first, and nobody waits for ever.
#include "runtime/report/telling_order.h"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace steward {
namespace {

TEST(TellingOrder, IsTheOrderOfFinding) {
  TellingOrder order;
  constexpr int kThreads = 8;
  std::vector<std::uint32_t> numbers;
  for (int i = 0; i < kThreads; ++i) numbers.push_back(order.take());
  std::vector<std::uint32_t> told;
  std::vector<std::thread> threads;
  // The last one begins.
  for (int i = kThreads; i-- > 0;) {
    threads.emplace_back([&, number = numbers[static_cast<std::size_t>(i)]] {
      order.await(number);
      told.push_back(number);
      order.told(number);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(told, numbers);
}

TEST(TellingOrder, WhatIsNeverToldHoldsUpNobody) {
  TellingOrder order;
  static_cast<void>(order.take());
  const std::uint32_t second = order.take();
  order.await(second);
  order.told(second);
  const std::uint32_t third = order.take();
  order.await(third);
  SUCCEED();
}

}  // namespace
}  // namespace steward
