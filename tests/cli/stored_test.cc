// steward list, show, report and baseline: what is known, to be looked at.
#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

struct StoredResults : testing::Test {
  const Folder folder;
  const Variable store{"STEWARD_STORE", folder.path("store")};
  const std::string program = compiled(folder, "program", kRacyProgram);
  std::string id;

  void SetUp() override {
    ASSERT_EQ(steward({"run", "--json", folder.path("r.json"), "--", program}).exit, 66);
    id = Json::parse(folder.read("r.json"))["races"][0]["id"];
  }
};

TEST_F(StoredResults, AreListed) {
  const Ran ran = steward({"list"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("/program\n"), HasSubstr("real      " + id + "  counter")));
  EXPECT_THAT(steward({"list", "--program", "program"}).out, HasSubstr(id));
  const Ran other = steward({"list", "--program", "other"});
  EXPECT_EQ(other.exit, 2);
  EXPECT_THAT(other.err, HasSubstr("/program"));
}

TEST_F(StoredResults, AreShownWithTheSourceOfBothSides) {
  const Ran ran = steward({"show", id});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("WARNING: Steward: data race"));
  EXPECT_THAT(ran.out, HasSubstr("void bump(void) { counter = 1; }"));
  EXPECT_THAT(ran.out, HasSubstr("counter = 2;"));
  // As it was: not at address zero.
  EXPECT_THAT(ran.out, Not(HasSubstr("at 0x000000000000")));
  const Ran none = steward({"show", "R-0000"});
  EXPECT_EQ(none.exit, 2);
  EXPECT_THAT(none.err, HasSubstr(id));
}

TEST_F(StoredResults, AreReportedInEveryForm) {
  EXPECT_THAT(steward({"report"}).out, HasSubstr("SUMMARY: Steward: data race"));
  const Json json = Json::parse(steward({"report", "--format", "json"}).out);
  EXPECT_EQ(json["races"][0]["id"], id);
  const Json sarif =
      Json::parse(steward({"report", "--format", "sarif", "--root", folder.path("")}).out);
  EXPECT_EQ(
      sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
      "program.c");
  EXPECT_EQ(steward({"report", "--format", "html", "-o", folder.path("r.html")}).exit, 0);
  EXPECT_THAT(folder.read("r.html"), HasSubstr("<section id=\"" + id + "\">"));
  const Ran full = steward({"report", "-o", "/dev/full"});
  EXPECT_EQ(full.exit, 2);
  EXPECT_THAT(full.err, HasSubstr("/dev/full"));
}

TEST_F(StoredResults, OfAReportAreThoseOfTheReport) {
  const Ran ran = steward({"list", "--from", folder.path("r.json")});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, HasSubstr(id));
}

TEST_F(StoredResults, ThatAreKnownAreNotNew) {
  const std::string file = folder.path("known.txt");
  const Ran missing = steward({"baseline", "--file", file});
  EXPECT_EQ(missing.exit, 2);
  EXPECT_THAT(missing.err, HasSubstr("--update"));
  EXPECT_EQ(steward({"baseline", "--update", "--file", file}).exit, 0);
  EXPECT_THAT(folder.read("known.txt"),
              AllOf(HasSubstr("real "), HasSubstr("counter: bump, main")));
  EXPECT_EQ(steward({"baseline", "--file", file}).exit, 0);
  // Built anew, from another place, with lines moved.
  const std::string moved = compiled(folder, "program", std::string("\n\n") + kRacyProgram);
  ASSERT_EQ(steward({"run", "--", moved}).exit, 66);
  EXPECT_EQ(steward({"baseline", "--file", file}).exit, 0);
}

// Who has mended it and built the program anew does not want to see it; by its id it is there.
TEST_F(StoredResults, OfAnotherBuildAreLeftOut) {
  compiled(folder, "program", "int main(void) { return 0; }");
  const Ran list = steward({"list"});
  EXPECT_EQ(list.exit, 0);
  EXPECT_THAT(list.out, Not(HasSubstr(id)));
  EXPECT_THAT(list.err, HasSubstr("1 result in older builds is left out"));
  EXPECT_THAT(steward({"list", "--older"}).out, HasSubstr(id));
  const Ran show = steward({"show", id});
  EXPECT_EQ(show.exit, 0);
  EXPECT_THAT(show.out, HasSubstr("SUMMARY: Steward: data race"));
  EXPECT_THAT(show.err, HasSubstr("a build that has been replaced since"));
  folder.file("known.txt", "# nothing\n");
  EXPECT_EQ(steward({"baseline", "--file", folder.path("known.txt")}).exit, 0);
}

TEST_F(StoredResults, ThatAreNotKnownAreNew) {
  folder.file("known.txt", "# nothing\n");
  const Ran ran = steward({"baseline", "--file", folder.path("known.txt")});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(ran.out, AllOf(HasSubstr(id), HasSubstr("1 new")));
  EXPECT_EQ(steward({"baseline", "--exit-code", "1", "--file", folder.path("known.txt")}).exit, 1);
}

TEST_F(StoredResults, ThatBecameWorseAreNew) {
  ASSERT_EQ(steward({"baseline", "--update", "--file", folder.path("known.txt")}).exit, 0);
  std::string text = folder.read("known.txt");
  text.replace(text.find("real "), 5, "potential ");
  folder.file("known.txt", text);
  EXPECT_EQ(steward({"baseline", "--file", folder.path("known.txt")}).exit, 66);
}

TEST_F(StoredResults, ABadLineOfTheListIsNamed) {
  folder.file("known.txt", "# list\nsplendid 1234 program\n");
  const Ran ran = steward({"baseline", "--file", folder.path("known.txt")});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("known.txt:2"));
}

TEST(StoredNothing, IsSaid) {
  const Folder folder;
  const Variable store("STEWARD_STORE", folder.path("store"));
  for (const char* command : {"list", "report", "baseline"}) {
    const Ran ran = steward({command});
    EXPECT_EQ(ran.exit, 2) << command;
    EXPECT_THAT(ran.err, HasSubstr("no store")) << command;
  }
}

}  // namespace
}  // namespace steward::cli_test
