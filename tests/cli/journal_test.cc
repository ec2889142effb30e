// What a hunt keeps of its runs: cli/hunt/journal.h.
#include "cli/hunt/journal.h"

#include <filesystem>
#include <gtest/gtest.h>

#include "cli/hunt/run_text.h"
#include "report/sample_report.h"

namespace steward::cli {
namespace {

ControlledRun sample_run() {
  const report::Report sample = report::sample_report();
  ControlledRun run;
  run.status = 6;
  run.overdue = 60;
  run.watched = 2;
  run.steps = 1234;
  run.accesses = 99;
  run.memory = {1, 2, 3, 4, 5, 6, 7, 8};
  run.stale_count = 3;
  run.meetings.push_back({1, 2, 77, sample.races.at(0)});
  run.unordered.push_back({2, 1, sample.races.at(0)});
  run.unordered.push_back({1, 1, sample.races.back()});
  run.stale_read = StaleRead{sample.findings.at(0), sample.races.back()};
  run.report = sample;
  run.output = std::string("bytes \0 that are \xff no text", 27);
  run.opened = {"/etc/hosts", "data"};
  run.processes = {17, 18};
  run.suppressions = {"race:f"};
  return run;
}

void expect_same(const ControlledRun& one, const ControlledRun& other) {
  EXPECT_EQ(one.status, other.status);
  EXPECT_EQ(one.overdue, other.overdue);
  EXPECT_EQ(one.watched, other.watched);
  EXPECT_EQ(one.steps, other.steps);
  EXPECT_EQ(one.accesses, other.accesses);
  EXPECT_EQ(one.memory.words, other.memory.words);
  EXPECT_EQ(one.memory.most_writes, other.memory.most_writes);
  EXPECT_EQ(one.stale_count, other.stale_count);
  ASSERT_EQ(one.meetings.size(), other.meetings.size());
  for (std::size_t i = 0; i < one.meetings.size(); ++i) {
    EXPECT_EQ(one.meetings[i].first, other.meetings[i].first);
    EXPECT_EQ(one.meetings[i].step, other.meetings[i].step);
    EXPECT_EQ(one.meetings[i].race, other.meetings[i].race);
  }
  ASSERT_EQ(one.unordered.size(), other.unordered.size());
  for (std::size_t i = 0; i < one.unordered.size(); ++i) {
    EXPECT_EQ(one.unordered[i].second, other.unordered[i].second);
    EXPECT_EQ(one.unordered[i].race, other.unordered[i].race);
  }
  ASSERT_EQ(one.stale_read.has_value(), other.stale_read.has_value());
  if (one.stale_read) {
    EXPECT_EQ(one.stale_read->race, other.stale_read->race);
    EXPECT_EQ(one.stale_read->read.message, other.stale_read->read.message);
  }
  EXPECT_EQ(one.report.races, other.report.races);
  EXPECT_EQ(one.report.threads, other.report.threads);
  EXPECT_EQ(one.report.loss, other.report.loss);
  EXPECT_EQ(one.output, other.output);
  EXPECT_EQ(one.opened, other.opened);
  EXPECT_EQ(one.processes, other.processes);
  EXPECT_EQ(one.suppressions, other.suppressions);
}

struct JournalOfAHunt : testing::Test {
  ~JournalOfAHunt() override { std::filesystem::remove_all(folder); }
  std::unique_ptr<Journal> open(bool resume) const {
    auto opened = Journal::open(path, resume);
    EXPECT_TRUE(opened) << opened.error();
    return opened ? *std::move(opened) : nullptr;
  }
  const std::string folder = testing::TempDir() + "journal_" +
                             testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::string path = folder + "/hunts/one.db";
  ControlledWish wish;
};

TEST_F(JournalOfAHunt, RunsAreReadAsTheyWereWritten) {
  const auto again = run_from(text_of(sample_run()));
  ASSERT_TRUE(again);
  expect_same(*again, sample_run());
  const auto empty = run_from(text_of(ControlledRun()));
  ASSERT_TRUE(empty);
  expect_same(*empty, ControlledRun());
  EXPECT_FALSE(run_from("nonsense"));
  EXPECT_FALSE(run_from(text_of(sample_run()).substr(0, 200)));
}

TEST_F(JournalOfAHunt, KnowsARunByItsWish) {
  const auto journal = open(false);
  EXPECT_FALSE(journal->find(wish));
  journal->keep(wish, sample_run());
  ASSERT_TRUE(journal->find(wish));
  expect_same(*journal->find(wish), sample_run());
  ControlledWish other = wish;
  ++other.header.seed;
  EXPECT_FALSE(journal->find(other));
  other = wish;
  other.pairs.push_back({1, 2});
  EXPECT_FALSE(journal->find(other));
}

TEST_F(JournalOfAHunt, IsThereForWhoResumesAndForNobodyElse) {
  open(false)->keep(wish, sample_run());
  EXPECT_TRUE(open(true)->find(wish));
  EXPECT_FALSE(open(false)->find(wish));
}

TEST_F(JournalOfAHunt, KeepsReportsByName) {
  const auto journal = open(false);
  EXPECT_FALSE(journal->find_report("result"));
  journal->keep_report("result", report::sample_report());
  ASSERT_TRUE(journal->find_report("result"));
  EXPECT_EQ(journal->find_report("result")->races, report::sample_report().races);
  EXPECT_FALSE(journal->find_report("other"));
}

TEST_F(JournalOfAHunt, IsOneProcessesAtATime) {
  const auto journal = open(false);
  const auto second = Journal::open(path, true);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().find("another hunt"), std::string::npos);
}

}  // namespace
}  // namespace steward::cli
