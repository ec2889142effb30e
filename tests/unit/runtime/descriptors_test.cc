// Which descriptors are one channel, and when a channel is over.
#include "runtime/state/descriptors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

#include "base/heap.h"

namespace steward {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct DescriptorsTest : testing::Test {
  Heap heap;
  Descriptors all{heap};
  std::vector<ChannelId> gone;
  FoundFile found;

  auto note() {
    return [this](ChannelId channel) { gone.push_back(channel); };
  }
  auto look() {
    return [this](int) { return found; };
  }
  ChannelId of(int file) {
    const ChannelId channel = all.use(file, look());
    all.done(channel, note());
    return channel;
  }
  ChannelId made(int file) {
    const ChannelId channel = all.make();
    all.open(file, channel, note());
    return channel;
  }
};

TEST_F(DescriptorsTest, CopiesAreOneChannelUntilTheLastIsClosed) {
  const ChannelId channel = made(5);
  all.copy(5, 6, look(), note());
  EXPECT_EQ(of(6), channel);
  all.close(5, note());
  EXPECT_THAT(gone, IsEmpty());
  all.close(6, note());
  EXPECT_THAT(gone, ElementsAre(channel));
}

TEST_F(DescriptorsTest, ANumberThatComesAgainIsAnotherChannel) {
  const ChannelId first = made(5);
  all.close(5, note());
  EXPECT_NE(made(5), first);
}

TEST_F(DescriptorsTest, OpeningWhatWasNotSeenToCloseEndsTheOldOne) {
  const ChannelId first = made(5);
  made(5);
  EXPECT_THAT(gone, ElementsAre(first));
}

TEST_F(DescriptorsTest, ACallAtWorkKeepsItsChannel) {
  const ChannelId channel = made(5);
  const ChannelId used = all.use(5, look());
  EXPECT_EQ(used, channel);
  all.close(5, note());
  EXPECT_THAT(gone, IsEmpty());
  all.done(used, note());
  EXPECT_THAT(gone, ElementsAre(channel));
}

TEST_F(DescriptorsTest, ACopyOntoItselfChangesNothing) {
  const ChannelId channel = made(5);
  all.copy(5, 5, look(), note());
  EXPECT_THAT(gone, IsEmpty());
  EXPECT_EQ(of(5), channel);
}

TEST_F(DescriptorsTest, SharedChannelsNeverEnd) {
  all.open(5, Descriptors::kSockets, note());
  EXPECT_EQ(of(5), Descriptors::kSockets);
  all.close(5, note());
  EXPECT_THAT(gone, IsEmpty());
}

TEST_F(DescriptorsTest, StandardStreamsAreNoneUnlessTheyAreReplaced) {
  found.kind = FoundFile::Kind::pipe;
  found.number = 7;
  EXPECT_EQ(of(1), Descriptors::kNone);
  const ChannelId channel = made(5);
  all.copy(5, 1, look(), note());
  EXPECT_EQ(of(1), channel);
}

TEST_F(DescriptorsTest, EndsOfAPipeThatWasNotSeenAreOneChannel) {
  found.kind = FoundFile::Kind::pipe;
  found.number = 7;
  const ChannelId channel = of(5);
  EXPECT_EQ(of(6), channel);
  found.number = 8;
  EXPECT_NE(of(7), channel);
  all.close(5, note());
  all.close(6, note());
  EXPECT_THAT(gone, ElementsAre(channel));
  found.number = 7;
  EXPECT_NE(of(5), channel);
}

TEST_F(DescriptorsTest, AWatchedChannelLastsAsLongAsTheWatch) {
  const ChannelId poller = made(4);
  const ChannelId watched = made(5);
  EXPECT_EQ(all.watch(4, 5, 100, look(), note()), std::nullopt);
  EXPECT_EQ(all.watch(4, 5, 101, look(), note()), 100);
  all.close(5, note());
  EXPECT_THAT(gone, IsEmpty());
  Vector<ChannelId> ready(heap);
  all.ready(poller, 101, ready);
  EXPECT_THAT(ready.span(), ElementsAre(watched));
  all.close(4, note());
  EXPECT_THAT(gone, ElementsAre(poller));
  all.done(watched, note());
  EXPECT_THAT(gone, ElementsAre(poller, watched));
}

TEST_F(DescriptorsTest, NoDescriptorIsNoChannel) { EXPECT_EQ(of(-1), Descriptors::kNone); }

}  // namespace
}  // namespace steward
