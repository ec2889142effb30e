// Uses of freed memory: told also where they are ordered, if the policy asks for it.
#include <gtest/gtest.h>
#include <vector>

#include "core/detect/fasttrack.h"

namespace steward {
namespace {

struct Told : Sequential {
  static constexpr bool kUseAfterFree = true;
};

class UseAfterFree : public testing::Test {
 protected:
  static TraceOrigin at(std::uint64_t event, AccessKind kind) {
    return {EventIndex(event), kind, kBlock, SiteId(), LocksetId()};
  }
  // Which event used what was freed by which, and whether it was ordered.
  std::string told() const {
    std::string text;
    for (const Finding& finding : found_)
      text += std::to_string(finding.earlier.origin.event().value()) + "-" +
              std::to_string(finding.later.origin.event().value()) +
              (finding.kept_apart == KeptApart::by_order ? " ordered;" : " race;");
    return text;
  }

  static constexpr AddressRange kBlock{Address(0x1000), 8};
  Heap heap_;
  std::vector<Finding> found_;
  struct Note {
    std::vector<Finding>& found;
    void operator()(const Finding& finding) const { found.push_back(finding); }
  } note_{found_};
  FastTrack<Told> detector_{heap_, DetectorOptions{}, note_};
  FastTrack<Told>::Thread& one_ = detector_.thread(ThreadId(0));
};

TEST_F(UseAfterFree, ByTheThreadThatFreedItInTheSameEpoch) {
  detector_.write(one_, kBlock, at(1, AccessKind::write));
  detector_.free(one_, kBlock, at(2, AccessKind::free));
  detector_.write(one_, kBlock, at(3, AccessKind::write));
  EXPECT_EQ(told(), "2-3 ordered;");
  detector_.read(one_, kBlock, at(4, AccessKind::read));
  EXPECT_EQ(told(), "2-3 ordered;") << "once";
}

TEST_F(UseAfterFree, ByAThreadThatComesAfterIt) {
  detector_.free(one_, kBlock, at(2, AccessKind::free));
  detector_.fork(one_, ThreadId(1));
  detector_.read(detector_.thread(ThreadId(1)), kBlock, at(3, AccessKind::read));
  EXPECT_EQ(told(), "2-3 ordered;");
}

TEST_F(UseAfterFree, WithoutOrderItIsARaceAndAllocatedAgainItIsNothing) {
  detector_.fork(one_, ThreadId(1));
  detector_.free(one_, kBlock, at(2, AccessKind::free));
  detector_.read(detector_.thread(ThreadId(1)), kBlock, at(3, AccessKind::read));
  EXPECT_EQ(told(), "2-3 race;");
  detector_.free(one_, kBlock, at(4, AccessKind::free));
  detector_.alloc(kBlock);
  found_.clear();
  detector_.write(one_, kBlock, at(5, AccessKind::write));
  EXPECT_EQ(told(), "");
}

TEST_F(UseAfterFree, AnotherFreeIsNoUse) {
  detector_.free(one_, kBlock, at(2, AccessKind::free));
  detector_.free(one_, kBlock, at(3, AccessKind::free));
  EXPECT_EQ(told(), "");
  detector_.write(one_, kBlock, at(4, AccessKind::write));
  EXPECT_EQ(told(), "3-4 ordered;");
}

TEST_F(UseAfterFree, IsNothingToThosePoliciesThatDoNotAsk) {
  FastTrack<Sequential> plain(heap_, DetectorOptions{}, note_);
  auto& thread = plain.thread(ThreadId(0));
  plain.free(thread, kBlock, at(2, AccessKind::free));
  plain.write(thread, kBlock, at(3, AccessKind::write));
  EXPECT_EQ(told(), "");
}

}  // namespace
}  // namespace steward
