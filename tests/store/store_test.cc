// The store keeps what it is given, and gives the stronger of two results.
#include "store/store.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
