// hybrid by pair, for who may have to hear of several races of two sites until one counts.
#include <gtest/gtest.h>
#include <vector>

#include "core/detect/hybrid.h"

namespace steward {
namespace {

struct HybridSettlingTest : testing::Test {
  Heap heap;
  std::vector<Address> told;

  struct Note {
    HybridSettlingTest& test;
    void operator()(const Finding& finding) const { test.told.push_back(finding.bytes.begin); }
  } note{*this};

  // Two threads write at one site, each of these locations in turn.
  void race_on(Hybrid<Sequential>& detector, std::initializer_list<std::uint64_t> locations) {
    for (const std::uint64_t location : locations)
      for (const std::uint32_t thread : {1u, 2u}) {
        const AddressRange bytes{Address(location), 4};
        detector.write(detector.thread(ThreadId(thread)), bytes,
                       {EventIndex(0), AccessKind::write, bytes, SiteId(7), LocksetId()});
      }
  }
};

TEST_F(HybridSettlingTest, OnceIsTheFirstLocation) {
  Hybrid<Sequential> detector(heap, {}, note);
  race_on(detector, {0x100, 0x200});
  EXPECT_EQ(told, (std::vector{Address(0x100)}));
}

TEST_F(HybridSettlingTest, EachIsToldUntilTheSitesAreSettled) {
  Hybrid<Sequential> detector(heap, {.telling = Telling::until_settled}, note);
  race_on(detector, {0x100, 0x200});
  EXPECT_EQ(told, (std::vector{Address(0x100), Address(0x200)}));
  detector.settle(SiteId(7), SiteId(8), KeptApart::by_nothing);
  detector.settle(SiteId(7), SiteId(7), KeptApart::by_messages);
  race_on(detector, {0x300});
  EXPECT_EQ(told.size(), 3u) << "others are";
  detector.settle(SiteId(7), SiteId(7), KeptApart::by_nothing);
  race_on(detector, {0x400});
  EXPECT_EQ(told.size(), 3u);
}

}  // namespace
}  // namespace steward
