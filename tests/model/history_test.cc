// What bytes remember: forgetting, copying, bytes that have raced, all pairs.
#include "support/history.h"

#include <gtest/gtest.h>

#include "support/oracle.h"
#include "support/script.h"

namespace steward {
namespace {

using oracle::FirstRace;
using oracle::Oracle;

std::vector<FirstRace> precise_races(const Script& script) {
  return Oracle(script.events()).precise_races();
}

void expect_remembered(std::string_view text) {
  const Script script(text);
  EXPECT_EQ(oracle::racy_events(precise_races(script)), script.expected()) << text;
}

TEST(History, AllocAndClearForget) {
  expect_remembered("T1: w x; T2: alloc x; w x");
  expect_remembered("T1: w x; T2: clear x; w x");
  expect_remembered("T1: w x; T2: clear x:2; w x!");
  expect_remembered("T1: w x; T2: clear x+4; w x!");
}

TEST(History, FreeIsAPlainWriteRememberedUntilReallocation) {
  expect_remembered("T1: r x; T2: free x!");
  expect_remembered("T1: free x; T2: r x!");
  expect_remembered("T1: free x; T2: load x sc!");
  expect_remembered("T1: free x; T2: alloc x; r x");
}

TEST(History, BytesRaceOnTheirOwn) {
  const Script script("T1: w x:2; w x+4:2; T2: w x:8!");
  const std::uint64_t x = script.cell("x").begin.value();
  EXPECT_EQ(precise_races(script), (std::vector<FirstRace>{{Address(x), 0, 2},
                                                           {Address(x + 1), 0, 2},
                                                           {Address(x + 4), 0, 2},
                                                           {Address(x + 5), 0, 2}}));
}

TEST(History, ABytesFirstRaceOnlyUntilItIsCleared) {
  expect_remembered("T1: w x; T2: w x!; T3: w x; T1: w x");
  const Script script("T1: w x:1; T2: w x:1!; clear x:1; T1: w x:1; T3: w x:1!; T1: w x:1");
  const Address x = script.cell("x").begin;
  EXPECT_EQ(precise_races(script), (std::vector<FirstRace>{{x, 0, 1}, {x, 1, 4}}));
}

TEST(History, RacyAccessesAreRememberedToo) {
  const auto events = run("T1: w x; T2: w x; T3: w x");
  const auto pairs = Oracle(events).all_precise_races().events;
  EXPECT_EQ(pairs, (std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {0, 2}, {1, 2}}));
}

TEST(History, CopyReplacesTheDestinations) {
  expect_remembered("T1: w x; copy x y; T2: w y!");
  expect_remembered("T1: w y; copy x y; T2: w y");
  expect_remembered("T1: w x; copy x y; T2: w x!; w y!");
  expect_remembered("T1: w x; copy x y; clear x; T2: w x; w y!");
}

TEST(History, AllocClearAndCopyCountInsideUntrackedRegions) {
  expect_remembered("T1: w x; T2: untracked both; clear x; tracked both; w x");
  expect_remembered("T1: w x; T2: untracked both; alloc x; tracked both; w x");
  expect_remembered("T1: w x; T2: untracked both; copy x y; tracked both; w y!");
}

TEST(History, CopyOntoItselfChangesNothing) {
  const Script script("T1: w x:1; copy x x:1; T2: w x:1!");
  EXPECT_EQ(precise_races(script), (std::vector<FirstRace>{{script.cell("x").begin, 0, 2}}));
  expect_remembered("T1: w x; copy x x; T2: w x!");
  expect_remembered("T1: w x; T2: w x!; copy x x; T3: w x");
}

TEST(History, OverlappingCopiesGoAsMemmove) {
  // x+0 and x+1 each get what stood one byte before or after, not what was just copied.
  expect_remembered("T1: w x:1; copy x x+1:2; T2: w x:1!; w x+1:1!; w x+2:1");
  expect_remembered("T1: w x+2:1; copy x+1 x:2; T2: w x:1; w x+1:1!; w x+2:1!");
}

TEST(History, WhatWasCopiedFromARacedByteCountsAsRaced) {
  expect_remembered("T1: w x; T2: w x!; copy x y; T3: w y");
  expect_remembered("T1: w x; T2: w x!; copy x y; clear y; T3: w y; T1: w y!");
  expect_remembered("T1: w y; T2: w y!; T1: w x; copy x y; T2: w y!");
}

TEST(History, CopyBeginsANewIncarnation) {
  const Script script("T1: w y:1; T2: w y:1!; T1: w x:1; copy x y:1; T2: w y:1!");
  const Address y = script.cell("y").begin;
  EXPECT_EQ(precise_races(script), (std::vector<FirstRace>{{y, 0, 1}, {y, 1, 4}}));
}

TEST(AllPairs, NamesSitesUnordered) {
  const auto events = run("T1: w x @5; r x @6; T2: w x @3; T3: r x @5");
  const auto all = Oracle(events).all_precise_races();
  EXPECT_EQ(all.sites,
            (std::vector<std::pair<SiteId, SiteId>>{
                {SiteId(3), SiteId(5)}, {SiteId(3), SiteId(6)}, {SiteId(5), SiteId(5)}}));
  EXPECT_EQ(all.bytes.size(), 4u);
}

TEST(AllPairs, GoThroughCopiesAndIgnoreWhatRacedBefore) {
  const auto events = run("T1: w x; T2: w x; copy x y; T3: w y");
  EXPECT_EQ(Oracle(events).all_precise_races().events,
            (std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {0, 3}, {1, 3}}));
}

TEST(FirstReports, TellADetectorsReportsByTheSameRules) {
  const Script script("T1: w x; T2: w x!; copy x y; T3: w x; w y; clear y; w y; T1: w y!");
  const oracle::Execution execution(script.events());
  const AddressRange x = script.cell("x");
  const AddressRange y = script.cell("y");
  const std::vector<oracle::Report> talkative = {{1, x}, {3, x}, {4, y}, {7, y}};
  EXPECT_EQ(oracle::first_reports(execution, talkative), precise_races(script));
  const std::vector<oracle::Report> silent = {{1, x}};
  EXPECT_NE(oracle::first_reports(execution, silent), precise_races(script));
}

TEST(Script, RejectsWhatItDoesNotKnow) {
  for (const char* bad : {"T1: jump x", "T1: w", "T1: w x y", "Q1: w x", "T1: load x hot",
                          "T1: w x+62:4", "T1: w x:z", "T1: @4", "T1: untracked all"}) {
    EXPECT_THROW(Script{bad}, std::invalid_argument) << bad;
  }
}

TEST(Script, SitesCarriersAndComments) {
  const auto events = run("T1: w x // first\n r x @9; T2: w x // last");
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[0].site, SiteId(1));
  EXPECT_EQ(events[1].site, SiteId(9));
  EXPECT_EQ(events[1].thread, ThreadId(1));
  EXPECT_EQ(events[2].thread, ThreadId(2));
}

}  // namespace
}  // namespace steward
