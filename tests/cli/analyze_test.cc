// steward analyze as users and scripts see it.

#include "cli/run_tool.h"
#include "report/schema_check.h"

namespace steward::cli_test {
namespace {

TEST(Analyze, EveryDetectorReportsTheRaceUnderTheSameNameInValidJson) {
  const Folder folder;
  // Each accesses twice: simple-paper ignores what a location's first owner did.
  const std::string racy =
      folder.file("racy.std",
                  "T0|fork(T1)|main.cc:30 main\nT0|w(counter)|count.cc:11 "
                  "increment\nT1|r(counter)|count.cc:20 print\n"
                  "T0|w(counter)|count.cc:11 increment\nT1|r(counter)|count.cc:20 print\n");
  std::string id;
  for (const std::string detector : kDetectors) {
    const Ran ran =
        steward({"analyze", racy, "--detector", detector, "--json", folder.path("r.json")});
    EXPECT_EQ(ran.exit, 66) << detector << ran.err;
    EXPECT_THAT(ran.err, IsEmpty());
    const std::string text = folder.read("r.json");
    EXPECT_TRUE(is_valid_report(text)) << detector;
    const Json json = Json::parse(text);
    ASSERT_EQ(json["races"].size(), 1u) << detector;
    const Json& race = json["races"][0];
    const bool precise = detector == "fasttrack" || detector == "goldilocks" || detector == "djit";
    EXPECT_EQ(race["verdict"], precise ? "real" : "potential") << detector;
    EXPECT_EQ(race["real_by"], precise ? Json("happens-before") : Json()) << detector;
    EXPECT_EQ(race["hint"].is_null(), precise) << detector;
    EXPECT_EQ(race["location"]["name"], "counter");
    if (id.empty()) id = race["id"];
    EXPECT_EQ(race["id"], id) << detector;
    EXPECT_THAT(ran.out, HasSubstr(id));
  }
}

TEST(Analyze, TheTextHasThreadSanitizersShape) {
  const Folder folder;
  const Ran ran = steward({"analyze", folder.file("t.std", kRacyTrace)});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_THAT(ran.out,
              StartsWith("==================\nWARNING: Steward: data race (trace event 4)\n"));
  EXPECT_THAT(
      ran.out,
      AllOf(HasSubstr("  Read of size "), HasSubstr(" by thread T1:\n    #0 print count.cc:20\n"),
            HasSubstr("  Previous write of size "), HasSubstr(" by thread T0 (mutexes: write M1)"),
            HasSubstr("  Location is 'counter' of size "),
            HasSubstr("  Thread T1 created by thread T0 at:\n    #0 main main.cc:30:3\n"),
            HasSubstr("SUMMARY: Steward: data race count.cc:20 in print\nVerdict: R-"),
            HasSubstr("Steward: 1 race (1 real) in 6 events by fasttrack")));
  EXPECT_THAT(ran.out, Not(HasSubstr("\033")));
  EXPECT_THAT(ran.out, Not(HasSubstr("Replay")));
}

TEST(Analyze, ACleanTraceEndsWithZero) {
  const Folder folder;
  const std::string trace = folder.file("t.std", kCleanTrace);
  for (const char* detector : kDetectors) {
    const Ran ran = steward({"analyze", trace, "--detector", detector});
    EXPECT_EQ(ran.exit, 0) << detector;
    EXPECT_THAT(ran.out, HasSubstr("Steward: no races in 8 events")) << detector;
  }
}

TEST(Analyze, BothPhaseCountsOfHybridFindTheRace) {
  const Folder folder;
  const std::string trace = folder.file("t.std", kRacyTrace);
  EXPECT_EQ(steward({"analyze", trace, "--detector", "hybrid", "--phases", "1"}).exit, 66);
  EXPECT_EQ(steward({"analyze", trace, "--detector", "hybrid", "--phases", "2"}).exit, 66);
  const Ran other = steward({"analyze", trace, "--phases", "1"});
  EXPECT_EQ(other.exit, 66);
  EXPECT_THAT(other.err, HasSubstr("--phases has no effect with --detector fasttrack"));
}

// Ordered by fork and join alone: what locks cannot see.
TEST(Analyze, VariantsOfHybridLeaveOutWhatTheySay) {
  const std::string trace = STEWARD_SOURCE_DIR "/corpus/traces/fork-and-join.std";
  for (const char* phases : {"1", "2"}) {
    const auto exit_of = [&](const char* variant) {
      return steward({"analyze", trace, "--detector", "hybrid", "--phases", phases, "--variant",
                      variant})
          .exit;
    };
    EXPECT_EQ(exit_of("full"), 0) << phases;
    EXPECT_EQ(exit_of("no-oversized"), 0) << phases;
    EXPECT_EQ(exit_of("no-opts"), 0) << phases;
    EXPECT_EQ(exit_of("no-hb"), 66) << phases;
  }
  EXPECT_THAT(steward({"analyze", trace, "--variant", "no-hb"}).err,
              HasSubstr("--variant has no effect with --detector fasttrack"));
}

TEST(Analyze, FailOnAndExitCodeDecideTheExitCode) {
  const Folder folder;
  const std::string trace = folder.file("t.std", kRacyTrace);
  EXPECT_EQ(steward({"analyze", trace, "--fail-on", "real"}).exit, 66);
  EXPECT_EQ(steward({"analyze", trace, "--fail-on", "harmful"}).exit, 0);
  EXPECT_EQ(steward({"analyze", trace, "--detector", "hybrid", "--fail-on", "real"}).exit, 0);
  EXPECT_EQ(steward({"analyze", trace, "--exit-code", "7"}).exit, 7);
  EXPECT_EQ(steward({"analyze", trace, "--exit-code", "0"}).exit, 0);
}

TEST(Analyze, JsonOnStandardOutputLeavesTheTextToStandardError) {
  const Folder folder;
  const Ran ran = steward({"analyze", folder.file("t.std", kRacyTrace), "--json", "-"});
  EXPECT_EQ(ran.exit, 66);
  EXPECT_TRUE(is_valid_report(ran.out));
  EXPECT_THAT(ran.err, HasSubstr("WARNING: Steward: data race"));
}

TEST(Analyze, HintsNameTheLockThatIsMissing) {
  const Folder folder;
  const Ran ran = steward({"analyze", folder.file("t.std", kRacyTrace), "--detector", "hybrid"});
  EXPECT_THAT(ran.out,
              HasSubstr("Hint: The write by T0 holds M1 'L1', the read by T1 holds no lock"));
}

TEST(Analyze, SuppressedRacesAreNeitherPrintedNorFailures) {
  const Folder folder;
  const std::string trace = folder.file("t.std", kRacyTrace);
  const std::string rules = folder.file("s.txt", "# known\nrace_top:^print$\nrace:nobody\n");
  const Ran ran = steward({"analyze", trace, "--suppress", rules, "--json", folder.path("r.json")});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, Not(HasSubstr("WARNING")));
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("1 report suppressed"), HasSubstr(rules + ":3: race:nobody")));
  EXPECT_THAT(Json::parse(folder.read("r.json"))["races"], IsEmpty());
}

TEST(Analyze, MistakesInSuppressionFilesAreNamed) {
  const Folder folder;
  const std::string trace = folder.file("t.std", kRacyTrace);
  const std::string rules = folder.file("s.txt", "race:a\nrcae:b\n");
  const Ran bad = steward({"analyze", trace, "--suppress", rules});
  EXPECT_EQ(bad.exit, 2);
  EXPECT_THAT(bad.err, HasSubstr(rules + ":2: unknown kind 'rcae'"));
  const Ran missing = steward({"analyze", trace, "--suppress", folder.path("none")});
  EXPECT_EQ(missing.exit, 2);
  EXPECT_THAT(missing.err, HasSubstr(folder.path("none")));
}

TEST(Analyze, ASuppressionFileThatIsNoTextIsShownInPartAndEscaped) {
  const Folder folder;
  const std::string trace = folder.file("t.std", kRacyTrace);
  const std::string start =
                        "\x7f"
                        "ELF\xff",
                    rest(100'000, 'x');
  for (const std::string& content : {start + rest, start + rest + ":" + rest}) {
    const Ran ran = steward({"analyze", trace, "--suppress", folder.file("s.txt", content)});
    EXPECT_EQ(ran.exit, 2);
    EXPECT_THAT(ran.err, HasSubstr("'\\x7fELF\\xffxxxx"));
    EXPECT_THAT(ran.err, HasSubstr("x...'; kinds are race, "));
    EXPECT_LT(ran.err.size(), 500u);
  }
}

TEST(Analyze, ATraceThatBreaksOffIsReportedUpToThere) {
  const Folder folder;
  const std::string trace = folder.file("t.std", racy_then_broken());
  for (const char* detector : {"fasttrack", "hybrid"}) {
    const Ran ran =
        steward({"analyze", trace, "--detector", detector, "--json", folder.path("r.json")});
    EXPECT_EQ(ran.exit, 2) << detector;
    EXPECT_THAT(ran.out, HasSubstr("WARNING: Steward: data race")) << detector;
    EXPECT_THAT(ran.err, HasSubstr(trace + ":7: ")) << detector;
    const std::string json = folder.read("r.json");
    EXPECT_TRUE(is_valid_report(json));
    EXPECT_THAT(Json::parse(json)["loss"], Not(IsEmpty()));
  }
}

TEST(Analyze, ATruncatedBinaryTraceIsReportedUpToThere) {
  const Folder folder;
  racy_binary(folder);
  const std::string whole = folder.read("racy.trace");
  const std::string cut = folder.file("cut.trace", whole.substr(0, whole.size() - 1));
  const Ran ran = steward({"analyze", cut});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.out, HasSubstr("WARNING: Steward: data race"));
  EXPECT_THAT(ran.err, HasSubstr(cut + ": offset "));
}

TEST(Analyze, EveryTruncationOfABinaryTraceIsAnAnsweredMistake) {
  const Folder folder;
  racy_binary(folder);
  const std::string whole = folder.read("racy.trace");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string cut = folder.file("cut.trace", whole.substr(0, size));
    const Ran ran = steward({"analyze", cut});
    EXPECT_EQ(ran.exit, 2) << size;
    EXPECT_THAT(ran.err, HasSubstr(cut)) << size;
  }
}

TEST(Analyze, AWrongVersionIsNamed) {
  const Folder folder;
  racy_binary(folder);
  std::string bytes = folder.read("racy.trace");
  bytes[8] = static_cast<char>(bytes[8] + 1);
  const Ran ran = steward({"analyze", folder.file("t2.trace", bytes)});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("t2.trace"), HasSubstr("version")));
}

TEST(Analyze, WhatIsNoTraceIsRefusedByName) {
  const Folder folder;
  for (const std::string& path : {folder.path("none"), folder.path(""), folder.file("empty", ""),
                                  folder.file("noise", std::string("\0\1\2\3", 4)),
                                  folder.file("prose", "to be or not to be\n")}) {
    const Ran ran = steward({"analyze", path});
    EXPECT_EQ(ran.exit, 2) << path;
    EXPECT_THAT(ran.err, HasSubstr("steward: " + path)) << path;
  }
}

TEST(Analyze, AnUnwritableJsonFileIsNoticedBeforeTheAnalysis) {
  const Folder folder;
  const Ran ran =
      steward({"analyze", folder.file("t.std", kRacyTrace), "--json", folder.path("no/r.json")});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.out, IsEmpty());
  EXPECT_THAT(ran.err, AllOf(HasSubstr("--json"), HasSubstr(folder.path("no/r.json"))));
}

TEST(Analyze, JsonNeverOverwritesTheTrace) {
  const Folder folder;
  const std::string trace = folder.file("t.std", kRacyTrace);
  const Ran ran = steward({"analyze", trace, "--json", folder.path("./t.std")});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("is an input"));
  EXPECT_EQ(folder.read("t.std"), kRacyTrace);
}

TEST(Analyze, AFullDiskIsAnError) {
  const Folder folder;
  const std::string trace = folder.file("t.std", kRacyTrace);
  const Ran json = steward({"analyze", trace, "--json", "/dev/full"});
  EXPECT_EQ(json.exit, 2);
  EXPECT_THAT(json.err, HasSubstr("/dev/full"));
  const Ran text = steward_writing_to("/dev/full", {"analyze", trace});
  EXPECT_EQ(text.exit, 2);
  EXPECT_THAT(text.err, HasSubstr("standard output"));
}

TEST(Analyze, UntidyLocksAreCountedAsLossThatMayMeanFalseRaces) {
  const Folder folder;
  const std::string trace = folder.file("t.std", "T0|rel(L1)|1\nT0|w(x)|2\n");
  const Ran ran = steward({"analyze", trace, "--json", folder.path("r.json")});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("the report may contain races that are none: 1\n"),
                             HasSubstr("whose acquire is missing, put in just before: 1\n")));
  const Json loss = Json::parse(folder.read("r.json"))["loss"];
  ASSERT_EQ(loss.size(), 2u);
  EXPECT_EQ(loss[0]["count"], 1);
  EXPECT_THAT(steward({"analyze", folder.file("u.std", kRacyTrace)}).out,
              Not(HasSubstr("races that are none")));
}

// What a repaired trace must not show: races that the locks, as they were, exclude.
TEST(Analyze, ATraceThatStartsWithALockHeldHasNoRaceUnderIt) {
  const Folder folder;
  const std::string trace =
      folder.file("t.std", "A|w(x)|1\nA|rel(L)|2\nB|acq(L)|3\nB|w(x)|4\nB|rel(L)|5\n");
  for (const char* detector : {"fasttrack", "goldilocks", "djit"})
    EXPECT_EQ(steward({"analyze", trace, "--detector", detector}).exit, 0) << detector;
}

TEST(Analyze, AWriteUnderAnUpgradedLockDoesNotRaceWithLaterReaders) {
  const Folder folder;
  constexpr ThreadId kA(1), kB(2);
  constexpr LockId kLock(7);
  constexpr AddressRange kX{Address(0x1000), 4};
  const std::string trace = folder.trace(
      "t.trace",
      std::vector<Event>{event::acquire(kA, kLock, LockMode::shared), event::acquire(kA, kLock),
                         event::write(kA, kX), event::release(kA, kLock),
                         event::acquire(kB, kLock, LockMode::shared), event::read(kB, kX),
                         event::release(kB, kLock, LockMode::shared)});
  for (const char* detector : kDetectors)
    EXPECT_EQ(steward({"analyze", trace, "--detector", detector}).exit, 0) << detector;
}

}  // namespace
}  // namespace steward::cli_test
