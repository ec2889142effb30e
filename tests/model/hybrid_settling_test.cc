// hybrid by pair, for who may have to hear of several races of two sites until one counts.
#include <gtest/gtest.h>
#include <set>
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

  std::uint64_t events = 0;
  void write(Hybrid<Sequential>& detector, std::uint32_t thread, AddressRange bytes) {
    detector.write(detector.thread(ThreadId(thread)), bytes,
                   {EventIndex(events++), AccessKind::write, bytes, SiteId(7), LocksetId()});
  }
  // Two threads write at one site, each of these locations in turn.
  void race_on(Hybrid<Sequential>& detector, std::initializer_list<std::uint64_t> locations) {
    for (const std::uint64_t location : locations)
      for (const std::uint32_t thread : {1u, 2u}) write(detector, thread, {Address(location), 4});
  }
};

// Whatever the order in which they are stored: who shows one of them can choose.
TEST_F(HybridSettlingTest, OnceIsTheFirstEventWithAllThatItRacesWith) {
  Hybrid<Sequential> detector(heap, {}, note);
  write(detector, 1, {Address(0x104), 4});
  write(detector, 2, {Address(0x100), 4});
  write(detector, 3, {Address(0x108), 8});
  ASSERT_EQ(told.size(), 0u);
  write(detector, 4, {Address(0x100), 16});
  EXPECT_EQ(std::set(told.begin(), told.end()),
            (std::set{Address(0x100), Address(0x104), Address(0x108)}));
  write(detector, 5, {Address(0x100), 16});
  EXPECT_EQ(told.size(), 3u);
}

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
