// What the papers say about their figures, checked against the detectors.
#include "figures/detectors.h"

#include <gtest/gtest.h>

#include "support/figures.h"

namespace steward {
namespace {

using figures::Cells;
using figures::djit_cells;
using figures::fasttrack_cells;
using figures::goldilocks_cells;
using figures::hybrid_cells;
using figures::hybrid_sites;
using figures::lockset_cells;
using figures::simple_cells;
using figures::simple_paper_cells;
using figures::sites;

// The three precise detectors must not differ on anything in this file.
void expect_precise(const Script& script, const Cells& cells) {
  EXPECT_EQ(djit_cells(script), cells);
  EXPECT_EQ(fasttrack_cells(script), cells);
  EXPECT_EQ(goldilocks_cells(script), cells);
}

TEST(DetectorsOnHybridFigure1, OnlyLocksetSuspectsGlobalFlag) {
  const Script s = figures::hybrid_figure_1();
  expect_precise(s, {"childThread"});
  EXPECT_EQ(lockset_cells(s), (Cells{"childThread", "globalFlag"}));
  EXPECT_EQ(hybrid_cells(s), Cells{"childThread"});
  EXPECT_EQ(hybrid_sites(s), sites({{5, 7}, {6, 7}}));
}

TEST(DetectorsOnHybridFigure2, LocksetSuspectsTheRecycledObjectHybridOnlyWhereItSeesNoChannel) {
  const Script blocking = figures::hybrid_figure_2_blocking_pool();
  const Script free_list = figures::hybrid_figure_2_free_list();
  const Script annotated = figures::hybrid_figure_2_annotated_list();
  for (const Script& s : {blocking, free_list, annotated}) {
    expect_precise(s, {});
    EXPECT_EQ(lockset_cells(s), Cells{"big"});
  }
  EXPECT_EQ(hybrid_cells(blocking), Cells{});
  EXPECT_EQ(hybrid_cells(annotated), Cells{});
  EXPECT_EQ(hybrid_cells(free_list), Cells{"big"});
}

TEST(DetectorsOnHybridFigure4, HappensBeforeMissesTheRaceThatTheCounterHides) {
  const Script s = figures::hybrid_figure_4();
  expect_precise(s, {});
  EXPECT_EQ(lockset_cells(s), Cells{"globalInt"});
  EXPECT_EQ(hybrid_cells(s), Cells{"globalInt"});
}

TEST(DetectorsOnHybridFigure4, ThePapersFirstPhaseMissesItOursDoesNot) {
  const Script s = figures::hybrid_figure_4();
  EXPECT_EQ(simple_cells(s), Cells{"globalInt"});
  EXPECT_EQ(simple_paper_cells(s), Cells{});
}

TEST(DetectorsOnGoldilocksFigures, OwnershipTransferIsNoRaceButLocksetsThinkSo) {
  for (const auto& figure : {figures::goldilocks_figure_1a(), figures::goldilocks_figure_1b(),
                             figures::goldilocks_figure_3()}) {
    expect_precise(figure.script, {});
  }
  const Script s = figures::goldilocks_figure_3().script;
  EXPECT_EQ(lockset_cells(s), Cells{"x"});
  EXPECT_EQ(simple_cells(s), Cells{"x"});
}

TEST(DetectorsOnRaceFuzzerFigure1, HybridReportsBothPairsAndOnlyOneIsReal) {
  const Script s = figures::racefuzzer_figure_1_thread1_first();
  EXPECT_EQ(hybrid_sites(s), sites({{1, 10}, {5, 7}}));
  expect_precise(s, {"z"});
}

TEST(DetectorsOnRaceFuzzerFigure1, WithThread2FirstTheLockOrdersTheRealPair) {
  const Script s = figures::racefuzzer_figure_1_thread2_first();
  EXPECT_EQ(hybrid_sites(s), sites({{5, 7}}));
  expect_precise(s, {});
}

TEST(DetectorsOnRaceFuzzerFigure2, HybridFindsTheRaceInBothRunsHappensBeforeInTheRareOne) {
  const Script usual = figures::racefuzzer_figure_2_usual();
  EXPECT_EQ(hybrid_sites(usual), sites({{8, 10}}));
  expect_precise(usual, {});
  const Script rare = figures::racefuzzer_figure_2_rare();
  EXPECT_EQ(hybrid_sites(rare), sites({{8, 10}}));
  expect_precise(rare, {"x"});
}

// Section 3 of LARD: `naive` is what a detector sees without the interface, and in which direction
// it errs is part of the example.
class DetectorsOnLard : public testing::TestWithParam<figures::LardExample (*)()> {};

TEST_P(DetectorsOnLard, RightWithTheInterfaceWrongAsTheSectionSaysWithout) {
  const figures::LardExample example = GetParam()();
  expect_precise(example.naive, example.naive_races);
  expect_precise(example.aware, example.races);
  EXPECT_NE(example.naive_races, example.races) << "the example shows nothing";
}

INSTANTIATE_TEST_SUITE_P(FalseRaces, DetectorsOnLard,
                         testing::Values(figures::lard_memory_access,
                                         figures::lard_memory_allocation,
                                         figures::lard_thread_on_two_carriers));
INSTANTIATE_TEST_SUITE_P(MissedRaces, DetectorsOnLard,
                         testing::Values(figures::lard_synchronization,
                                         figures::lard_memory_movement,
                                         figures::lard_threads_on_one_carrier));

}  // namespace
}  // namespace steward
