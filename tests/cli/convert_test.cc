// steward convert: there and back, and what it refuses.

#include "cli/run_tool.h"

namespace steward::cli_test {
namespace {

// A trace with an event that RAPID's format has no words for.
std::string with_a_message(const Folder& folder) {
  constexpr ThreadId kMain(0);
  constexpr AddressRange kX{Address(0x1000), 4};
  return folder.trace("m.trace",
                      std::vector<Event>{event::write(kMain, kX), event::send(kMain, MessageId(5)),
                                         event::read(kMain, kX)});
}

TEST(Convert, ThereAndBackChangesNothing) {
  const Folder folder;
  const std::string text = folder.file("t.std", kRacyTrace);
  const Ran there = steward({"convert", text, "-o", folder.path("t.trace")});
  EXPECT_EQ(there.exit, 0) << there.err;
  EXPECT_THAT(there.out, HasSubstr("t.trace: 6 events written"));
  const Ran back = steward(
      {"convert", folder.path("t.trace"), "--output", folder.path("u.std"), "--to", "rapid"});
  EXPECT_EQ(back.exit, 0) << back.err;
  EXPECT_EQ(folder.read("u.std"), kRacyTrace);
  EXPECT_FALSE(folder.has("t.trace.partial"));
}

TEST(Convert, BothFormatsGiveTheSameReport) {
  const Folder folder;
  const std::string text = folder.file("t.std", kRacyTrace);
  ASSERT_EQ(steward({"convert", text, "-o", folder.path("t.trace")}).exit, 0);
  const auto report_of = [&](const std::string& trace) {
    const std::string out = steward({"analyze", trace}).out;
    return out.substr(0, out.find("\nSteward: 1 race"));
  };
  EXPECT_EQ(report_of(text), report_of(folder.path("t.trace")));
}

TEST(Convert, EventsWithoutWordsAreRefusedUnlessDropped) {
  const Folder folder;
  const std::string trace = with_a_message(folder);
  const Ran refused = steward({"convert", trace, "-o", folder.path("m.std"), "--to", "rapid"});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr(trace + ": offset 16: a send by thread T0 "),
                                 HasSubstr("--drop-unsupported")));
  EXPECT_FALSE(folder.has("m.std"));
  EXPECT_FALSE(folder.has("m.std.partial"));
  const Ran dropped = steward(
      {"convert", trace, "-o", folder.path("m.std"), "--to", "rapid", "--drop-unsupported"});
  EXPECT_EQ(dropped.exit, 0) << dropped.err;
  EXPECT_THAT(dropped.out,
              AllOf(HasSubstr("2 events written"), HasSubstr("no words for them: 1 event")));
  EXPECT_TRUE(folder.has("m.std"));
}

TEST(Convert, ABrokenInputLeavesTheOldOutputAlone) {
  const Folder folder;
  const std::string trace = folder.file("t.std", racy_then_broken());
  folder.file("out.trace", "old");
  const Ran ran = steward({"convert", trace, "-o", folder.path("out.trace")});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr(trace + ":7: "));
  EXPECT_EQ(folder.read("out.trace"), "old");
  EXPECT_FALSE(folder.has("out.trace.partial"));
}

TEST(Convert, NeverOverwritesItsInput) {
  const Folder folder;
  const std::string trace = folder.file("t.std", kRacyTrace);
  const Ran ran = steward({"convert", trace, "-o", folder.path("./t.std")});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("is the trace itself"));
  EXPECT_EQ(folder.read("t.std"), kRacyTrace);
}

TEST(Convert, PlacesThatCannotBeWrittenAreNamed) {
  const Folder folder;
  const std::string trace = folder.file("t.std", kRacyTrace);
  const Ran missing = steward({"convert", trace, "-o", folder.path("no/such/out")});
  EXPECT_EQ(missing.exit, 2);
  EXPECT_THAT(missing.err, HasSubstr(folder.path("no/such/out") + ": cannot be created"));
  EXPECT_EQ(steward({"convert", trace, "-o", "/dev/null"}).exit, 0);
  const Ran full = steward({"convert", trace, "-o", "/dev/full"});
  EXPECT_EQ(full.exit, 2);
  EXPECT_THAT(full.err, HasSubstr("/dev/full"));
  EXPECT_EQ(steward({"convert", trace, "-o", folder.path("")}).exit, 2);
}

}  // namespace
}  // namespace steward::cli_test
