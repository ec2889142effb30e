// The tool's end of the channel: what it hands over, in which order, and what it answers.

#include "report/live_channel.h"

#include <gmock/gmock.h>
#include <unistd.h>

namespace steward::report {
namespace {

using channel::Encoder;
using channel::Kind;
using channel::RecordHeader;
using channel::State;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class LiveChannel : public testing::Test {
 protected:
  Encoder body(std::uint64_t number) {
    Encoder body(channel_.heap());
    body.number(number);
    return body;
  }
  // The first byte of each body that is handed over.
  std::vector<int> read() {
    std::vector<int> seen;
    reader_.read([&](const RecordView& record) {
      seen.push_back(record.body[0]);
      return record.kind() == Kind::race ? State::counted : State::dismissed;
    });
    return seen;
  }

  FakeChannel channel_;
  ChannelReader reader_{channel_.bytes()};
};

TEST_F(LiveChannel, RoomIsMadeAheadOfWhatIsUsed) {
  const std::uint64_t first = channel_.header().ready;
  EXPECT_GT(first, channel_.header().used);
  channel_.header().used = first - 8;
  channel_.make_room();
  EXPECT_GT(channel_.header().ready, first);
  EXPECT_EQ(channel_.header().full, 0u);
}

TEST_F(LiveChannel, HandsOverEachRecordOnceAndAnswers) {
  const RecordHeader* race = channel_.send(Kind::race, 1, body(1));
  const RecordHeader* loss = channel_.send(Kind::loss, 1, body(2));
  EXPECT_THAT(read(), ElementsAre(1, 2));
  EXPECT_THAT(read(), IsEmpty());
  EXPECT_EQ(race->state, State::counted);
  EXPECT_EQ(loss->state, State::dismissed);
  EXPECT_EQ(channel_.header().handled, 2u) << "who waits must be woken";
}

TEST_F(LiveChannel, ARecordThatIsNotCompleteHoldsUpNoneBehindIt) {
  RecordHeader* slow = channel_.fill(channel_.reserve(1), Kind::race, 1, body(1));
  channel_.send(Kind::race, 2, body(2));
  EXPECT_THAT(read(), ElementsAre(2));
  EXPECT_EQ(reader_.incomplete(), 1u);
  slow->state = State::complete;
  EXPECT_THAT(read(), ElementsAre(1));
  EXPECT_EQ(reader_.incomplete(), 0u);
}

TEST_F(LiveChannel, PassesOverRoomThatNobodyUsed) {
  for (const std::size_t lost : {std::size_t{1}, std::size_t{9}, std::size_t{100}}) {
    channel_.reserve(lost);
    channel_.send(Kind::process, 2, body(3));
    EXPECT_THAT(read(), IsEmpty()) << "its writer may only be slow";
    EXPECT_TRUE(reader_.at_gap());
    reader_.pass_over_gap();
    EXPECT_FALSE(reader_.at_gap());
    EXPECT_THAT(read(), ElementsAre(3));
  }
}

TEST_F(LiveChannel, EndsWhereTheFileEnds) {
  channel_.send(Kind::race, 1, body(1));
  channel_.header().used = ChannelFile::kCapacity + 1000;
  channel_.header().dropped = 7;
  EXPECT_THAT(read(), ElementsAre(1));
  reader_.pass_over_gap();
  EXPECT_THAT(read(), IsEmpty());
  EXPECT_EQ(reader_.dropped(), 7u);
}

TEST(LiveChannelFile, IsGoneWithItsObject) {
  std::string path;
  {
    const FakeChannel channel;
    path = channel.path();
    EXPECT_EQ(access(path.c_str(), F_OK), 0);
    EXPECT_EQ(channel.header().magic, channel::kMagic);
    EXPECT_EQ(channel.header().exit_code, 66u);
    EXPECT_EQ(channel.header().tool_process, static_cast<std::uint32_t>(getpid()));
  }
  EXPECT_NE(access(path.c_str(), F_OK), 0);
}

TEST(LiveChannelFile, SaysWhereItCannotBe) {
  const auto file = ChannelFile::create("/nonexistent", 66);
  ASSERT_FALSE(file.ok());
  EXPECT_THAT(file.error(), testing::HasSubstr("/nonexistent"));
}

}  // namespace
}  // namespace steward::report
