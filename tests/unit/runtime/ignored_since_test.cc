#include "runtime/state/ignored_since.h"

#include <gtest/gtest.h>
#include <vector>

namespace steward {
namespace {

std::vector<std::uint64_t> counters_of(const IgnoredSince& ignored) {
  std::vector<std::uint64_t> counters;
  for (const ThreadPlace& place : ignored.places()) counters.push_back(place.counter);
  return counters;
}

ThreadPlace at(std::uint64_t counter) { return {ThreadId(1), counter, ChainId()}; }

TEST(IgnoredSince, AllPlacesAreKeptUntilNothingIsIgnored) {
  Heap heap;
  IgnoredSince ignored(heap);
  ignored.begin(at(1));
  EXPECT_TRUE(ignored.end());
  EXPECT_EQ(counters_of(ignored), std::vector<std::uint64_t>{});
  ignored.begin(at(2));
  ignored.begin(at(3));
  EXPECT_TRUE(ignored.end());
  EXPECT_EQ(counters_of(ignored), (std::vector<std::uint64_t>{2, 3}));
  EXPECT_TRUE(ignored.end());
  EXPECT_EQ(counters_of(ignored), std::vector<std::uint64_t>{});
}

TEST(IgnoredSince, APlaceIsKeptOnceAndNotMoreThanCanBeRead) {
  Heap heap;
  IgnoredSince ignored(heap);
  for (int i = 0; i < 1000; ++i) ignored.begin(at(7));
  EXPECT_EQ(counters_of(ignored), std::vector<std::uint64_t>{7});
  for (std::uint64_t i = 0; i < 1000; ++i) ignored.begin(at(i));
  EXPECT_EQ(ignored.places().size(), 16u);
}

TEST(IgnoredSince, WhatWasNotBegunIsNotEnded) {
  Heap heap;
  IgnoredSince ignored(heap);
  EXPECT_FALSE(ignored.end());
  ignored.begin(at(1));
  EXPECT_TRUE(ignored.end());
  EXPECT_FALSE(ignored.end());
}

}  // namespace
}  // namespace steward
