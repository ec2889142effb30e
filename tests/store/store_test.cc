// The store keeps what it is given, and gives the stronger of two results.
#include "store/store.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace steward::store {
namespace {

using report::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;

report::Race race_with(const std::string& fingerprint, Verdict verdict) {
  report::Race race;
  race.fingerprint = fingerprint;
  race.verdict = verdict;
  race.accesses[0].thread = "T1";
  race.accesses[1].thread = "T2";
  return race;
}

report::Report report_with(std::vector<report::Race> races) {
  report::Report report;
  report.command = "predict";
  report.program = {"prog"};
  report.races = std::move(races);
  report.threads.resize(2);
  report.threads[0].id = "T1";
  report.threads[1].id = "T2";
  return report;
}

struct StoreFolder : testing::Test {
  StoreFolder() { std::filesystem::remove_all(folder); }
  Store open() const {
    auto store = Store::open(folder);
    EXPECT_TRUE(store) << store.error();
    return *std::move(store);
  }
  const std::string folder =
      testing::TempDir() + "store_" + testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(StoreFolder, KeepsRacesByProgram) {
  auto report = report_with({race_with("aaaa000000000000", Verdict::potential),
                             race_with("bbbb000000000000", Verdict::real)});
  ASSERT_TRUE(open().put(report, "/bin/a"));
  EXPECT_EQ(report.races[0].id, "R-aaaa");
  Store again = open();
  const auto found = again.races_of("/bin/a");
  ASSERT_TRUE(found) << found.error();
  ASSERT_EQ(found->races.size(), 2u);
  EXPECT_EQ(found->races[0].id, "R-aaaa");
  EXPECT_EQ(found->races[1].verdict, Verdict::real);
  EXPECT_EQ(found->races[1].fingerprint, "bbbb000000000000");
  EXPECT_EQ(found->threads.size(), 2u);
  EXPECT_TRUE(again.races_of("/bin/b")->races.empty());
  // The same race in another program.
  auto shared = report_with({race_with("aaaa000000000000", Verdict::potential)});
  ASSERT_TRUE(again.put(shared, "/bin/b"));
  EXPECT_EQ(again.races_of("/bin/b")->races.size(), 1u);
}

TEST_F(StoreFolder, TheStrongerVerdictStays) {
  Store store = open();
  const auto verdict_after = [&](Verdict next, std::uint64_t predicted) {
    auto report = report_with({race_with("aaaa000000000000", next)});
    report.races[0].runs.predicted = predicted;
    EXPECT_TRUE(store.put(report, "/bin/a"));
    const auto found = store.races_of("/bin/a");
    return std::pair(found->races.at(0).verdict, found->races.at(0).runs.predicted);
  };
  EXPECT_EQ(verdict_after(Verdict::real, 1), std::pair(Verdict::real, std::uint64_t{1}));
  EXPECT_EQ(verdict_after(Verdict::potential, 2), std::pair(Verdict::real, std::uint64_t{1}));
  EXPECT_EQ(verdict_after(Verdict::real, 3), std::pair(Verdict::real, std::uint64_t{3}));
  EXPECT_EQ(verdict_after(Verdict::harmful, 4), std::pair(Verdict::harmful, std::uint64_t{4}));
}

TEST_F(StoreFolder, IdsAreAsLongAsTheyHaveToBeAndStay) {
  Store store = open();
  auto first = report_with({race_with("aaaa100000000000", Verdict::real)});
  auto second = report_with({race_with("aaaa200000000000", Verdict::real)});
  auto third = report_with({race_with("aaaa210000000000", Verdict::real)});
  for (auto* report : {&first, &second, &third, &first}) ASSERT_TRUE(store.put(*report, "p"));
  EXPECT_EQ(first.races[0].id, "R-aaaa");
  EXPECT_EQ(second.races[0].id, "R-aaaa2");
  EXPECT_EQ(third.races[0].id, "R-aaaa21");
  EXPECT_EQ(*store.id_for("p", "aaaa100000000000"), "R-aaaa");
}

// Two programs may have a race with the same names: what one does says nothing of the other.
TEST_F(StoreFolder, RacesOfProgramsAreToldApart) {
  Store store = open();
  auto harmful = report_with({race_with("aaaa100000000000", Verdict::harmful)});
  auto real = report_with({race_with("aaaa100000000000", Verdict::real)});
  ASSERT_TRUE(store.put(harmful, "one"));
  ASSERT_TRUE(store.put(real, "other"));
  EXPECT_EQ(harmful.races[0].id, "R-aaaa");
  EXPECT_EQ(real.races[0].id, "R-aaaa-2");
  EXPECT_EQ(store.races_of("other")->races[0].verdict, Verdict::real);
  for (int i = 0; i < 20; ++i) {
    auto next = report_with({race_with("aaaa100000000000", Verdict::real)});
    ASSERT_TRUE(store.put(next, "program " + std::to_string(i)));
  }
  EXPECT_EQ(store.races_of("program 19")->races.size(), 1u);
}

// Written by a version before `build` was kept, and one before findings were.
TEST_F(StoreFolder, OlderVersionsAreBroughtUpToDate) {
  for (const char* const version : {"2", "3"}) {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder + "/bundles");
    {
      auto database = Database::open(folder + "/store.db", false);
      ASSERT_TRUE(database);
      std::vector<std::string> statements = {
          "CREATE TABLE races (program TEXT NOT NULL, fingerprint TEXT NOT NULL, id TEXT NOT NULL "
          "UNIQUE, verdict INTEGER NOT NULL, command TEXT NOT NULL, report TEXT NOT NULL, updated "
          "INTEGER NOT NULL, PRIMARY KEY (program, fingerprint))",
          "CREATE TABLE bundles (id TEXT PRIMARY KEY, outcome TEXT NOT NULL, program TEXT NOT "
          "NULL, seed TEXT NOT NULL, file TEXT NOT NULL, updated INTEGER NOT NULL)",
          "INSERT INTO races VALUES ('/bin/a', 'aaaa000000000000', 'R-aaaa', 1, 'run', "
          "'{\"version\": 1, \"tool\": \"steward\", \"command\": \"run\", \"program\": [], "
          "\"races\": [], \"findings\": [], \"threads\": [], \"locks\": [], \"outcome\": {}, "
          "\"loss\": []}', 7)",
          std::string("PRAGMA user_version = ") + version};
      if (version == std::string("3"))
        statements.emplace_back(
            "CREATE TABLE findings (program TEXT NOT NULL, id TEXT NOT NULL, report TEXT NOT NULL, "
            "updated INTEGER NOT NULL, PRIMARY KEY (program, id))");
      for (const std::string& statement : statements)
        ASSERT_TRUE(database->run(statement)) << statement;
    }
    Store store = open();
    EXPECT_EQ(*store.id_for("/bin/a", "aaaa000000000000"), "R-aaaa") << version;
    auto report = report_with({race_with("bbbb000000000000", Verdict::real)});
    report.findings.emplace_back().kind = "deadlock";
    ASSERT_TRUE(store.put(report, "/bin/a")) << version;
    EXPECT_EQ(open().races_of("/bin/a")->races.back().id, "R-bbbb") << version;
  }
}

// What was true of a program before it was built anew may be mended now.
TEST_F(StoreFolder, ResultsOfAnotherBuildAreOlder) {
  Store store = open();
  const std::string program = folder + "/program";
  const std::string library = folder + "/library.so";
  std::ofstream(program) << "one build";
  std::ofstream(library) << "one library";
  auto report = report_with({race_with("aaaa000000000000", Verdict::harmful),
                             race_with("bbbb000000000000", Verdict::real)});
  report.races[1].accesses[0].stack.emplace_back().module = library;
  ASSERT_TRUE(store.put(report, program));
  EXPECT_EQ(store.races_of(program)->races.size(), 2u);

  std::ofstream(library) << "another library";
  ASSERT_EQ(store.races_of(program)->races.size(), 1u);
  EXPECT_EQ(store.races_of(program)->races[0].id, "R-aaaa");

  std::ofstream(program) << "another build";
  EXPECT_TRUE(open().races_of(program)->races.empty());
  for (const Stored& one : *store.all()) EXPECT_TRUE(one.is_older);
  // Found again, it is as strong as it is now.
  auto weaker = report_with({race_with("aaaa000000000000", Verdict::potential)});
  ASSERT_TRUE(store.put(weaker, program));
  EXPECT_EQ(weaker.races[0].id, "R-aaaa");
  ASSERT_EQ(store.races_of(program)->races.size(), 1u);
  EXPECT_EQ(store.races_of(program)->races[0].verdict, Verdict::potential);
  // A program that is gone may be built again as it was.
  std::filesystem::remove(program);
  EXPECT_EQ(store.races_of(program)->races.size(), 1u);
}

// A program that is built anew while it is looked at: what is found is of the build that ran.
TEST_F(StoreFolder, ResultsAreOfTheBuildThatRan) {
  Store store = open();
  const std::string program = folder + "/program";
  std::ofstream(program) << "one build";
  store.pin(program, state_of(program));
  std::ofstream(program) << "another build";
  auto report = report_with({race_with("aaaa000000000000", Verdict::harmful)});
  ASSERT_TRUE(store.put(report, program));
  EXPECT_TRUE(open().races_of(program)->races.empty());
  std::ofstream(program) << "one build";
  EXPECT_EQ(open().races_of(program)->races.size(), 1u);
}

// Findings of a program have different ids, however many there are.
TEST(FindingId, IsLongEnough) {
  std::set<std::string> ids;
  report::FoundItem item;
  for (int i = 0; i < 2000; ++i) {
    item.kind = "kind " + std::to_string(i);
    EXPECT_TRUE(ids.insert(finding_id(item, "/bin/a")).second) << item.kind;
  }
}

TEST_F(StoreFolder, BundlesAreFoundByTheirIds) {
  Store store = open();
  const auto put = [&](const std::string& id, const std::string& outcome) {
    Bundle bundle;
    bundle.id = id;
    bundle.outcome = outcome;
    bundle.program.words = {"prog"};
    return store.put(bundle);
  };
  ASSERT_TRUE(put("R-aaaa", "none"));
  ASSERT_TRUE(put("R-aaaa.1", "abort"));
  ASSERT_TRUE(put("R-bbbb.1", "abort"));
  ASSERT_TRUE(put("R-bbbb.1", "crash"));
  const auto outcome_of = [&](const std::string& id) -> std::string {
    const auto file = store.bundle_file(id);
    if (!file || !*file) return "nothing";
    return read_bundle(**file)->outcome;
  };
  EXPECT_EQ(outcome_of("R-aaaa"), "none");
  EXPECT_EQ(outcome_of("R-aaaa.1"), "abort");
  EXPECT_EQ(outcome_of("R-bbbb"), "crash") << "its first piece of evidence";
  EXPECT_EQ(outcome_of("R-cccc"), "nothing");
  EXPECT_THAT(*store.bundle_ids(), ElementsAre("R-aaaa", "R-aaaa.1", "R-bbbb.1"));
  EXPECT_FALSE(put("../../etc/x", "none"));
}

TEST_F(StoreFolder, IsNotMadeByWhoOnlyLooks) {
  const auto nothing = Store::open_existing(folder);
  ASSERT_TRUE(nothing);
  EXPECT_FALSE(*nothing);
  EXPECT_FALSE(std::filesystem::exists(folder));
  open();
  EXPECT_TRUE(*Store::open_existing(folder));
}

TEST_F(StoreFolder, WhatIsNoStoreIsNamedAndLeft) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/store.db") << "this is a text, and long enough not to be empty";
  const auto opened = Store::open(folder);
  EXPECT_THAT(opened ? "" : opened.error(), HasSubstr("store.db"));
  std::filesystem::remove(folder + "/store.db");
  {
    auto other = Database::open(folder + "/store.db", false);
    ASSERT_TRUE(other->run("PRAGMA user_version = 99"));
  }
  const auto newer = Store::open(folder);
  EXPECT_THAT(newer ? "" : newer.error(), HasSubstr("another version"));
}

}  // namespace
}  // namespace steward::store
