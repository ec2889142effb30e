// Files of channels: what they say, what they complain about.

#include "report/channels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace steward::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string complaint(std::string_view text) {
  const auto result = ChannelRules::parse(text, "c.txt");
  return result.ok() ? "" : result.error().message();
}

TEST(ChannelRules, AreOneALine) {
  const auto rules = ChannelRules::parse(
      "# a pool\n"
      "send pool ^Pool::give(\n"
      "\n"
      "  receive\tpool   Pool::take(int, *)$  \r\n"
      "receive jobs next\n"
      "send jobs add",
      "c.txt");
  ASSERT_TRUE(rules.ok()) << rules.error().message();
  ASSERT_EQ(rules->all().size(), 4u);
  const ChannelRule& give = rules->all()[0];
  EXPECT_TRUE(give.sends);
  EXPECT_EQ(give.name, "pool");
  EXPECT_EQ(give.place, "c.txt:2");
  EXPECT_EQ(give.text, "send pool ^Pool::give(");
  EXPECT_TRUE(give.pattern.matches("Pool::give(Item*)"));
  EXPECT_FALSE(give.pattern.matches("LargePool::give(Item*)"));
  const ChannelRule& take = rules->all()[1];
  EXPECT_FALSE(take.sends);
  EXPECT_TRUE(take.pattern.matches("Pool::take(int, long)")) << "a pattern may contain blanks";
  EXPECT_FALSE(take.pattern.matches("Pool::take(int, long) const"));
}

TEST(ChannelRules, ChannelsOfOneNameAreOne) {
  const auto rules = ChannelRules::parse("send a f\nsend b g\nreceive b h\nreceive a i", "c.txt");
  ASSERT_TRUE(rules.ok());
  EXPECT_EQ(rules->all()[0].channel, rules->all()[3].channel);
  EXPECT_EQ(rules->all()[1].channel, rules->all()[2].channel);
  EXPECT_EQ(rules->all()[0].channel & rules->all()[1].channel, 0u);
}

TEST(ChannelRules, AFileWithoutAnyIsNoMistake) { EXPECT_EQ(complaint("# nothing\n"), ""); }

TEST(ChannelRules, MistakesAreNamedWithTheirLineAndWhatIsAllowed) {
  constexpr const char* kForm = "`send NAME PATTERN` or `receive NAME PATTERN`";
  EXPECT_THAT(complaint("\nsnd pool give"),
              AllOf(StartsWith("c.txt:2: "), HasSubstr("'snd pool give'"), HasSubstr(kForm)));
  EXPECT_THAT(complaint("send"),
              AllOf(StartsWith("c.txt:1: "), HasSubstr("name of a channel"), HasSubstr(kForm)));
  EXPECT_THAT(complaint("send pool"),
              AllOf(StartsWith("c.txt:1: "), HasSubstr("needs a pattern"), HasSubstr(kForm)));
  EXPECT_THAT(
      complaint("send pool ^*"),
      AllOf(StartsWith("c.txt:1: "), HasSubstr("every function there is"), HasSubstr(kForm)));
  EXPECT_THAT(complaint("send pool give\nreceive pol take\n"),
              AllOf(StartsWith("c.txt:1: "), HasSubstr("sends to 'pool'"),
                    HasSubstr("add `receive pool PATTERN`")));
  EXPECT_THAT(complaint("receive pool take"),
              AllOf(HasSubstr("receives from 'pool'"), HasSubstr("add `send pool PATTERN`")));
}

TEST(ChannelRules, ThereIsALimit) {
  std::string text;
  for (unsigned i = 0; i < channel::kMostChannels; ++i)
    text += "send c" + std::to_string(i) + " f\nreceive c" + std::to_string(i) + " g\n";
  EXPECT_EQ(complaint(text), "");
  EXPECT_THAT(complaint(text + "send more f"),
              AllOf(StartsWith("c.txt:65: "), HasSubstr("'more'"), HasSubstr("32")));
}

}  // namespace
}  // namespace steward::report
