// Which channels an event of epoll is about.
#include "runtime/state/watches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

#include "base/heap.h"

namespace steward {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr ChannelId kPoller{10};
constexpr ChannelId kFirst{20};
constexpr ChannelId kSecond{21};

struct WatchesTest : testing::Test {
  Heap heap;
  Watches all{heap};

  std::vector<ChannelId> ready(std::uint64_t told, ChannelId poller = kPoller) {
    std::vector<ChannelId> channels;
    all.for_each(poller, told, [&](ChannelId channel) { channels.push_back(channel); });
    return channels;
  }
};

TEST_F(WatchesTest, AnEventIsAboutWhatWasAskedForWithIt) {
  all.set(kPoller, 5, {100, kFirst});
  all.set(kPoller, 6, {200, kSecond});
  EXPECT_THAT(ready(100), ElementsAre(kFirst));
  EXPECT_THAT(ready(200), ElementsAre(kSecond));
}

TEST_F(WatchesTest, WhatIsToldOfSeveralIsAboutEach) {
  all.set(kPoller, 5, {0, kFirst});
  all.set(kPoller, 6, {0, kSecond});
  EXPECT_THAT(ready(0), UnorderedElementsAre(kFirst, kSecond));
  all.remove(kPoller, 5);
  EXPECT_THAT(ready(0), ElementsAre(kSecond));
}

TEST_F(WatchesTest, AnEventOfAChangedWishIsAboutAll) {
  all.set(kPoller, 5, {100, kFirst});
  all.set(kPoller, 6, {200, kSecond});
  EXPECT_EQ(all.set(kPoller, 5, {101, kFirst}), (Watches::Watch{100, kFirst}));
  EXPECT_THAT(ready(100), UnorderedElementsAre(kFirst, kSecond));
  EXPECT_THAT(ready(101), ElementsAre(kFirst));
}

TEST_F(WatchesTest, ADescriptorIsWatchedOnceByEach) {
  EXPECT_EQ(all.set(kPoller, 5, {100, kFirst}), std::nullopt);
  EXPECT_EQ(all.set(ChannelId(11), 5, {100, kFirst}), std::nullopt);
  all.set(kPoller, 5, {100, kSecond});
  EXPECT_THAT(ready(100), ElementsAre(kSecond));
  EXPECT_THAT(ready(100, ChannelId(11)), ElementsAre(kFirst));
}

TEST_F(WatchesTest, WhatIsNotWatchedIsNotReady) {
  EXPECT_THAT(ready(100), IsEmpty());
  EXPECT_EQ(all.remove(kPoller, 5), std::nullopt);
  all.set(kPoller, 5, {100, kFirst});
  EXPECT_EQ(all.remove(kPoller, 5), (Watches::Watch{100, kFirst}));
  EXPECT_EQ(all.remove(kPoller, 5), std::nullopt);
  EXPECT_THAT(ready(100), IsEmpty());
}

TEST_F(WatchesTest, AllWatchesEndWithThePoller) {
  const std::size_t before = heap.in_use();
  all.set(kPoller, 5, {100, kFirst});
  all.set(kPoller, 6, {100, kSecond});
  const std::size_t during = heap.in_use();
  std::vector<ChannelId> ended;
  all.end(kPoller, [&](ChannelId channel) { ended.push_back(channel); });
  EXPECT_THAT(ended, UnorderedElementsAre(kFirst, kSecond));
  EXPECT_THAT(ready(100), IsEmpty());
  EXPECT_GT(during, before);
  for (int i = 0; i < 100; ++i) {
    all.set(kPoller, 5, {100, kFirst});
    all.end(kPoller, [](ChannelId) {});
  }
  EXPECT_LT(heap.in_use(), during);
}

}  // namespace
}  // namespace steward
