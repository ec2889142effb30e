// One race per object, pair of sites and kinds of access; however many findings there are.

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <utility>

#include "report/findings.h"

namespace steward::report {
namespace {

TEST(Grouping, SameSitesAndKindsAreOneRaceWhateverTheOrderAndThreads) {
  const Report report =
      collect({}, {
                      finding({1, 0, AccessKind::write, 10}, {2, 1, AccessKind::read, 20}, 0x100),
                      finding({3, 2, AccessKind::read, 20}, {4, 0, AccessKind::write, 10}, 0x900),
                  });
  ASSERT_EQ(report.races.size(), 1u);
  EXPECT_EQ(report.races[0].seen, 2u);
}

TEST(Grouping, AnotherSiteOrKindIsAnotherRace) {
  const Report report =
      collect({}, {
                      finding({1, 0, AccessKind::write, 10}, {2, 1, AccessKind::read, 20}, 0x100),
                      finding({1, 0, AccessKind::write, 10}, {3, 1, AccessKind::read, 21}, 0x100),
                      finding({1, 0, AccessKind::write, 10}, {4, 1, AccessKind::write, 20}, 0x100),
                      // The kinds change places: not the same accesses.
                      finding({5, 0, AccessKind::read, 10}, {6, 1, AccessKind::write, 20}, 0x100),
                  });
  EXPECT_EQ(report.races.size(), 4u);
}

TEST(Grouping, NamedObjectsAreToldApartUnnamedBytesAreNot) {
  Names names;
  names.define(AddressRange{Address(0x100), 8}, "a");
  names.define(AddressRange{Address(0x200), 8}, "b");
  const Side w{1, 0, AccessKind::write, 10}, r{2, 1, AccessKind::read, 20};
  const Report report = collect(
      names, {finding(w, r, 0x100),
              finding({3, 0, AccessKind::write, 10}, {4, 1, AccessKind::read, 20}, 0x104),
              finding({5, 0, AccessKind::write, 10}, {6, 1, AccessKind::read, 20}, 0x200),
              finding({7, 0, AccessKind::write, 10}, {8, 1, AccessKind::read, 20}, 0x300),
              finding({9, 0, AccessKind::write, 10}, {10, 1, AccessKind::read, 20}, 0x400)});
  ASSERT_EQ(report.races.size(), 3u);
  EXPECT_EQ(report.races[0].location.name, "a");
  EXPECT_EQ(report.races[0].seen, 2u);
  EXPECT_EQ(report.races[1].location.name, "b");
  EXPECT_EQ(report.races[2].location.name, std::nullopt);
  EXPECT_EQ(report.races[2].location.offset, 0x300u);
  EXPECT_EQ(report.races[2].seen, 2u);
}

TEST(Grouping, OfADetectorOfPairsTwoSitesAreOneRaceWhateverTheyMeetAt) {
  Names names;
  names.define(AddressRange{Address(0x100), 8}, "a");
  names.define(AddressRange{Address(0x200), 8}, "b");
  Judgement judgement = kPotential;
  judgement.same = SameRace::by_sites;
  // Those of the first event in any order.
  const Side later{5, 2, AccessKind::write, 20};
  const Report report =
      collect(names,
              {finding({1, 0, AccessKind::write, 10}, later, 0x200),
               finding({3, 1, AccessKind::read, 10}, later, 0x100),
               finding({2, 0, AccessKind::write, 10}, later, 0x104),
               finding({6, 0, AccessKind::write, 20}, {7, 1, AccessKind::read, 10}, 0x100),
               finding({6, 0, AccessKind::write, 20}, {8, 1, AccessKind::read, 11}, 0x100)},
              judgement);
  ASSERT_EQ(report.races.size(), 2u);
  EXPECT_EQ(report.races[0].location.name, "a");
  EXPECT_EQ(report.races[0].location.offset, 0u) << "the lowest bytes";
  EXPECT_EQ(report.races[0].seen, 4u);
}

TEST(Grouping, BytesOfOnePairOfEventsThatTouchAreOneRange) {
  const Side w{1, 0, AccessKind::write, 10}, r{2, 1, AccessKind::read, 20};
  const Report report =
      collect({}, {finding(w, r, 0x104, 2), finding(w, r, 0x100, 4), finding(w, r, 0x106, 2)});
  ASSERT_EQ(report.races.size(), 1u);
  EXPECT_EQ(report.races[0].location.offset, 0x100u);
  EXPECT_EQ(report.races[0].location.size, 8u);
  EXPECT_EQ(report.races[0].seen, 1u);
}

TEST(Grouping, BytesThatDoNotTouchOrBelongToOtherObjectsStayApart) {
  Names names;
  names.define(AddressRange{Address(0x100), 4}, "a");
  names.define(AddressRange{Address(0x104), 4}, "b");
  const Side w{1, 0, AccessKind::write, 10}, r{2, 1, AccessKind::read, 20};
  const Report named = collect(names, {finding(w, r, 0x100, 4), finding(w, r, 0x104, 4)});
  ASSERT_EQ(named.races.size(), 2u);
  EXPECT_EQ(named.races[0].location.size, 4u);
  const Report apart = collect({}, {finding(w, r, 0x100, 1), finding(w, r, 0x102, 1)});
  ASSERT_EQ(apart.races.size(), 1u);
  EXPECT_EQ(apart.races[0].location.size, 1u);
}

TEST(Grouping, TheExampleIsTheFirstInTheExecution) {
  const Report report =
      collect({}, {
                      finding({5, 0, AccessKind::write, 10}, {9, 1, AccessKind::read, 20}, 0x200),
                      finding({1, 2, AccessKind::read, 20}, {4, 3, AccessKind::write, 10}, 0x100),
                  });
  ASSERT_EQ(report.races.size(), 1u);
  EXPECT_EQ(report.races[0].earlier().event, EventIndex(1));
  EXPECT_EQ(report.races[0].later().event, EventIndex(4));
  EXPECT_EQ(report.races[0].earlier().kind, AccessKind::read);
  EXPECT_EQ(report.races[0].location.offset, 0x100u);
}

TEST(Grouping, BeyondTheLimitFindingsAreCountedAsLoss) {
  std::vector<Finding> findings;
  for (std::uint32_t site = 1; site <= 5; ++site) {
    findings.push_back(
        finding({1, 0, AccessKind::write, 10}, {1 + site, 1, AccessKind::read, 10 + site}, 0x100));
  }
  findings.push_back(finding({20, 0, AccessKind::write, 10}, {21, 1, AccessKind::read, 11}, 0x100));
  const Report report = collect({}, findings, kReal, {}, {}, 3);
  EXPECT_EQ(report.races.size(), 3u);
  EXPECT_EQ(report.races[0].seen, 2u);
  ASSERT_EQ(report.loss.size(), 1u);
  EXPECT_EQ(report.loss[0].count, 2u);
  EXPECT_NE(report.loss[0].what.find("3 distinct races"), std::string::npos);
}

RC_GTEST_PROP(Grouping, DoesNotDependOnTheOrderOfFindings, ()) {
  // Few sites, objects and kinds, so that findings meet in groups.
  Names names;
  names.define(AddressRange{Address(0x100), 4}, "a");
  names.define(AddressRange{Address(0x200), 4}, "b");
  std::vector<Finding> findings;
  const auto count = *rc::gen::inRange<std::uint64_t>(1, 30);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto kind = *rc::gen::element(AccessKind::read, AccessKind::write,
                                        AccessKind::atomic_write, AccessKind::free);
    const auto a = *rc::gen::inRange<std::uint32_t>(1, 4),
               b = *rc::gen::inRange<std::uint32_t>(1, 4);
    const auto address = *rc::gen::element<std::uint64_t>(0x100, 0x200, 0x300, 0x400);
    findings.push_back(finding({2 * i, 0, AccessKind::write, a}, {2 * i + 1, 1, kind, b}, address));
  }
  const Report in_order = collect(names, findings);
  // Ranks chosen by the generator make the permutation, so that a failing one is printed.
  const auto ranks =
      *rc::gen::container<std::vector<int>>(findings.size(), rc::gen::arbitrary<int>());
  std::vector<std::size_t> order(findings.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(ranks[a], a) < std::pair(ranks[b], b);
  });
  std::vector<Finding> shuffled;
  for (const std::size_t i : order) shuffled.push_back(findings[i]);
  RC_ASSERT(collect(names, shuffled).races == in_order.races);
}

}  // namespace
}  // namespace steward::report
